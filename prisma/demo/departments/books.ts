import { group, leaf, type Department } from "./department"

export const books: Department = {
  name: "Books & Stationery",
  weight: 0.9,
  groups: [
    group("Books", {
      gst: 0, pattern: "book", variable: 0,
      from: ["Daryaganj", "College Street", "Prayagraj", "Patna"],
      traits: [
        "Paperback|A light paperback for the bag.",
        "Hardcover|Bound in cloth with a ribbon.",
        "Illustrated Edition|With line drawings on every tenth page.",
        "Large Print|Set in large type for tired eyes.",
        "Student Edition|With notes, a glossary and questions at the end.",
        "Collector's Edition|On cream paper, numbered.",
      ],
      care: ["Printed on acid-free paper.", "Returns within ten days if a page is missing.", "Sewn, not only glued."],
      perks: ["on cream paper", "newly typeset", "with an introduction", "with a note on the author"],
    }, [
      leaf("Hindi Literature", "book", "brick saffron", "Godaan by Premchand @249; Nirmala by Premchand @179; Gaban by Premchand @229; Kamayani by Jaishankar Prasad @219; Chandrakanta by Devaki Nandan Khatri @299; Kabir Granthavali @269; Mansarovar: Selected Stories by Premchand @199; Bharat Durdasha by Bharatendu Harishchandra @149", ["A book that has been read in trains for a hundred years.", "In the original Hindi, in Devanagari."]),
      leaf("Maithili Literature", "book", "vermilion turmeric", "Vidyapati Padavali @249; Purush Pariksha by Vidyapati @219; Varna Ratnakara by Jyotirishwar Thakur @349; Kirtilata by Vidyapati @199; Mithila Folk Tales @229; Maithili Lok Geet @179; Gonu Jha Stories @149; Maithili for Beginners @269", ["In Maithili, with a glossary for readers who grew up away from Mithila.", "Songs and stories that are still sung at weddings."]),
      leaf("Bengali & Indian Classics", "book", "peacock neem", "Gitanjali by Rabindranath Tagore @229; Gora by Rabindranath Tagore @349; The Home and the World by Rabindranath Tagore @249; Devdas by Sarat Chandra Chattopadhyay @199; Anandamath by Bankim Chandra Chatterjee @219; Sultana's Dream by Begum Rokeya @149; Panchatantra @249; Kathasaritsagara @399", ["In a careful English translation.", "One of those that one reads twice."]),
      leaf("Poetry & Philosophy", "book", "plum indigo", "Bhagavad Gita with Commentary @299; Thirukkural @229; Upanishads: A Selection @279; Songs of Kabir @199; Ghazals of Mirza Ghalib @249; Bijak of Kabir @219; Yoga Sutras of Patanjali @229; Arthashastra @349", ["To be read slowly, a page at a time.", "Original text and translation on facing pages."]),
      leaf("Children's Books", "book", "marigold leaf", "Akbar and Birbal Tales @149; Tenali Rama Stories @149; Jataka Tales @169; Hitopadesha for Children @179; My First Hindi Alphabet @129; Counting with Elephants @149; Rivers of India for Children @199; Thakurmar Jhuli @219", ["Pictures on every page and a story for each night.", "Rounded corners, thick paper."]),
      leaf("Cooking & Crafts", "book", "terracotta rani", "Mithila Kitchen @399; Pickles of India @299; Millets Every Day @349; Learn Madhubani Painting @299; Kolam and Rangoli Patterns @199; The Ghee Book @279; Crochet at Home @249; Crêpes, Dosas and Chillas @329", ["Tested in home kitchens and by beginners.", "Lies flat while you work."]),
      leaf("Exam & School", "book", "sky slate", "Civil Services General Studies Guide @699; Bank PO Practice Papers @349; Railway Exam Workbook @299; Class 10 Science Workbook @279; Class 12 Mathematics Solutions @399; NEET Biology Question Bank @549; JEE Physics Problems @599; English Grammar Practice @249", ["Follows the latest syllabus.", "With solved papers of the last ten years."]),
    ]),
    group("Stationery", {
      gst: 12, variable: 0.45,
      from: ["Sivakasi", "Auroville", "Sanganer", "Ahmedabad"],
      traits: [
        "Handmade|Made by hand, sheet by sheet.",
        "Recycled|Of recycled paper and board.",
        "Premium|Of a better grade than you are used to.",
        "Classroom|For the school bag.",
        "Everyday|For lists, sums and letters.",
      ],
      care: ["Keep dry.", "Takes ink without bleeding.", "Packed without plastic."],
      perks: ["that takes ink well", "for school and office", "packed without plastic"],
    }, [
      leaf("Notebooks & Diaries", "notebook", "indigo brick turmeric", "Ruled Notebook @149; Handmade Paper Diary @349; Spiral Notebook @179; Sketchbook @249; Pocket Journal @199; Block-Print Journal @299; Planner @399", ["Opens flat and stays open.", "80 GSM paper, sewn in sections."], { colourSet: "bright", sizes: "pack" }),
      leaf("Pens & Pencils", "pen", "indigo charcoal vermilion", "Ball Pen Set @149; Fountain Pen @499; Gel Pen Set @179; Colour Pencils @199; HB Pencil Set @99; Brush Pen Set @399; Marker Set @249", ["Starts at the first stroke.", "Comfortable for three hours of exam."], { sizes: "pack" }),
      leaf("Art Supplies", "palette", "rani leaf turmeric", "Acrylic Paint Set @449; Watercolour Cakes @249; Poster Colours @199; Paint Brush Set @299; Canvas Board @349; Fabric Colours @279; Oil Pastels @229; Madhubani Painting Kit @599", ["Bright, miscible and safe for children.", "For school projects and for serious Sundays."]),
      leaf("Desk & Office", "box", "slate terracotta", "Desk Organiser @499; File Folder Set @249; Stapler @149; Pen Stand @199; Calculator @349; Sticky Notes @99; Geometry Box @179", ["A tidy desk in one purchase.", "Sturdy enough for an office."], { gst: 18 }),
    ]),
    group("Music & Instruments", {
      gst: 12, variable: 0, unbranded: 0.2,
      from: ["Miraj", "Kolkata", "Thanjavur", "Pilibhit"],
      traits: [
        "Concert|For the stage: a full, even tone.",
        "Student|For the first three years of lessons.",
        "Handcrafted|Made by one craftsman, signed inside.",
        "Travel|Smaller, lighter, with a hard case.",
      ],
      care: ["Keep out of sun and damp.", "Tuned before dispatch.", "With a cover and a spare."],
      perks: ["with a padded cover", "tuned before dispatch", "made by a family of makers"],
    }, [
      leaf("String Instruments", "sitar", "cocoa terracotta", "Sitar @18999; Tanpura @15999; Acoustic Guitar @5999; Ukulele @2499; Sarangi @12999; Ektara @999; Violin @4999", ["Seasoned tun wood and bone frets.", "A tone that opens with the years."], { colourSet: "wood" }),
      leaf("Drums & Percussion", "drum", "cocoa brick", "Tabla Pair @6999; Dholak @3499; Mridangam @7999; Manjira @449; Khanjari @799; Damru @349; Cajon @4499", ["Goatskin heads, tightened by hand.", "Speaks at a touch of the finger."]),
      leaf("Wind & Keys", "flute", "terracotta cocoa", "Bansuri @799; Harmonium @11999; Shehnai @2999; Harmonica @699; Melodica @1499; Conch Shell @599", ["In tune at A 440.", "Warm in the low notes, clear in the high."]),
    ]),
  ],
}
