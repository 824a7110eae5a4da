import { group, leaf, type Department } from "./department"

export const beauty: Department = {
  name: "Beauty & Ayurveda",
  featured: true,
  weight: 1,
  groups: [
    group("Skin Care", {
      gst: 18, sizes: "serum", variable: 0.45,
      from: ["Haridwar", "Kannauj", "Mysuru", "Solan"],
      traits: [
        "Vitamin C|With ten per cent vitamin C for an even tone.",
        "Kumkumadi|With saffron and sixteen herbs after a classical recipe.",
        "Aloe Vera|With aloe from the fields of Rajasthan.",
        "Turmeric|With wild turmeric that does not stain.",
        "Rosé Petal|With petals of the Damask rose.",
        "Neem|With neem for skin that erupts easily.",
      ],
      care: ["Patch test first; use within six months of opening.", "Dermatologically tested; not tested on animals.", "Free of parabens and sulphates."],
      perks: ["for all skin types", "without parabens", "light, and quick to absorb", "dermatologically tested"],
    }, [
      leaf("Face Serums & Oils", "dropper", "saffron marigold rose", "Face Serum @549; Face Oil @649; Night Serum @699; Under-Eye Serum @499; Glow Oil @599", ["Three drops, morning and night.", "Press in, do not rub."]),
      leaf("Creams & Moisturisers", "creamjar", "ivory rose leaf", "Day Cream @399; Night Cream @449; Gel Moisturiser @349; Body Butter @499; Cold Crème @299; Foot Cream @249", ["Soft skin without shine.", "Made for the dry months and the air-conditioned ones."], { sizes: "lotion" }),
      leaf("Face Wash & Cleansers", "tube", "leaf turmeric", "Face Wash @249; Foaming Cleanser @299; Micellar Water @349; Face Scrub @279; Ubtan Face Pack @329; Cleansing Milk @259", ["Takes off the city and leaves the skin.", "A pea's worth is plenty."], { sizes: "lotion" }),
      leaf("Sunscreen & Lip Care", "tube", "marigold sky", "Sunscreen SPF 50 @449; Matte Sunscreen @499; Lip Balm @149; Lip Butter @199; Lip Scrub @229", ["No white cast on Indian skin.", "Two fingers' length for face and neck."], { sizes: "serum" }),
    ]),
    group("Hair Care", {
      gst: 18, sizes: "lotion", variable: 0.5,
      from: ["Kozhikode", "Haridwar", "Hyderabad"],
      traits: [
        "Bhringraj|With bhringraj, the king of hair herbs.",
        "Onion|With red onion and castor.",
        "Hibiscus|With hibiscus from kitchen gardens.",
        "Amla|With amla, rich in vitamin C.",
        "Coconut Milk|With coconut milk for dry ends.",
        "Rosemary|With rosemary water for the scalp.",
      ],
      care: ["Massage, wait half an hour, wash.", "Safe for coloured hair.", "Free of sulphates and silicones."],
      perks: ["for long and for thinning hair", "without mineral oil", "for weekly use", "with a comb applicator"],
    }, [
      leaf("Hair Oils", "bottle", "neem terracotta", "Hair Oil @349; Growth Oil @449; Cooling Oil @249; Scalp Oil @399; Champi Oil @299", ["Sunday belongs to this bottle.", "Warm it in your palms first."]),
      leaf("Shampoo & Conditioner", "pump", "teal plum leaf", "Shampoo @349; Conditioner @369; Hair Mask @449; Anti-Dandruff Shampoo @389; Shampoo Bar @299; Leave-In Crème @329", ["Lathers mildly and rinses quickly, even in hard water.", "Smells of the garden, not of the laboratory."]),
      leaf("Henna & Colour", "pouch", "mehendi cocoa", "Henna Powder @149; Indigo Powder @179; Natural Hair Colour @349; Mehendi Cones @199; Shikakai Powder @169", ["From Sojat, sieved through cloth.", "Steep overnight in an iron bowl."], { sizes: "nut", gst: 5, traits: ["Organic|Grown without chemicals.", "Triple-Sifted|Sieved three times.", "Herbal|With amla, reetha and shikakai.", "Rajasthani|From the fields of Sojat."], care: ["Patch test first.", "Keep dry and dark; use within a year.", "Rinse with water only for the first two days."], perks: ["sieved three times", "without ammonia", "for hair and for hands"] }),
      leaf("Combs & Styling", "comb", "terracotta sand", "Neem Wood Comb @199; Paddle Brush @349; Hair Dryer @1299; Hair Straightener @1499; Scrunchie Set @199; Hair Serum @349", ["Gentle on the parting.", "No static, no snags."], { traits: ["Wide-Tooth|For wet and curly hair.", "Handmade|Cut and polished by hand.", "Travel|Small enough for the handbag.", "Everyday|The one for the mirror in the hall."], sizes: "none", care: ["Rinse and dry in shade.", "Six months of warranty on electric parts.", "Packed in a cotton pouch."], perks: ["in a cotton pouch", "gentle on the scalp", "for every kind of hair"] }),
    ]),
    group("Bath & Body", {
      gst: 18, sizes: "pack", variable: 0.5,
      from: ["Mysuru", "Auroville", "Kannauj"],
      traits: [
        "Sandal|With the oil of Mysuru sandalwood.",
        "Vetiver|With vetiver, the smell of the first rain on a khus screen.",
        "Jasmine|With jasmine plucked before dawn.",
        "Charcoal|With activated charcoal.",
        "Goat Milk|With goat milk and honey.",
        "Mogra|With mogra, as worn in the hair.",
      ],
      care: ["Keep dry between uses.", "Cold-processed and cured for five weeks.", "Free of palm oil."],
      perks: ["gentle for the whole family", "with a scent that lingers lightly", "made by hand", "in recycled paper"],
    }, [
      leaf("Soaps", "soap", "turmeric pista rose", "Handmade Soap @149; Ubtan Soap @129; Glycerine Soap @99; Luxury Bathing Bar @179; Loofah Soap @159", ["Lathers like a promise.", "Cut by hand, so no two are quite alike."]),
      leaf("Body Wash & Scrubs", "pump", "lotus leaf", "Body Wash @299; Shower Gel @329; Body Scrub @399; Bath Salt @349; Hand Wash @179", ["One pump does it.", "Leaves no film."], { sizes: "lotion" }),
      leaf("Perfume & Attar", "perfume", "saffron plum", "Eau de Parfum @899; Attar @649; Body Mist @399; Solid Perfume @349; Deo Stick @249; Room Attar @499", ["Distilled in copper deghs over slow wood fires.", "A dab behind the ear, and again in the evening."], { sizes: "perfume", traits: ["Sandal|With the oil of Mysuru sandalwood.", "Rosé|With the Damask rose.", "Mitti|The smell of the first rain on dry earth.", "Oud|With oud from Assam.", "Mogra|With mogra, as worn in the hair.", "Kewda|With screw pine from Ganjam."] }),
      leaf("Men's Grooming", "tube", "slate charcoal", "Beard Oil @349; Shaving Cream @199; Aftershave Balm @299; Beard Comb Set @399; Face Wash for Men @249", ["For a beard that behaves.", "Cool on the skin, plain in smell."], { sizes: "lotion", traits: ["Charcoal|With activated charcoal.", "Sandal|With the oil of Mysuru sandalwood.", "Menthol|With menthol for a cool finish.", "Cedar|With Himalayan cedar."] }),
    ]),
    group("Make-up", {
      gst: 18, colours: "lips", variable: 0.6,
      traits: [
        "Matte|Matte, and it stays matte at a wedding.",
        "Long-Stay|Eight hours, through chai and chaat.",
        "Waterproof|Holds through tears of joy.",
        "Vegan|Without anything from animals.",
        "Satin|With a soft satin finish.",
      ],
      care: ["Shades made for Indian skin.", "Takes off with oil or balm.", "Not tested on animals."],
      perks: ["in shades for Indian skin", "with a soft finish", "light enough for the day"],
    }, [
      leaf("Lips", "lipstick", "brick rani lotus", "Lipstick @399; Liquid Lipstick @449; Lip Crayon @349; Lip Tint @329", ["One sweep is enough.", "Comfortable until the last guest leaves."]),
      leaf("Eyes", "kajal", "charcoal peacock", "Kajal @199; Eyeliner @249; Mascara @349; Eyeshadow Palette @799; Brow Pencil @229", ["Dark as a monsoon cloud.", "Glides on and does not pull."], { colourSet: "eyes", traits: [
          "Smudge-Proof|Stays where it was put.",
          "Waterproof|Holds through tears of joy.",
          "Long-Stay|Eight hours, through chai and chaat.",
          "Vegan|Without anything from animals.",
        ] }),
      leaf("Face & Nails", "compact", "rose sand", "Compact Powder @349; Foundation @599; Blush @399; Nail Polish @129; Bindi Pack @49; Sindoor @99", ["Evens, and does not mask.", "Fits in the smallest clutch."], { colourSet: "skin", traits: [
          "Matte|Matte, and it stays matte at a wedding.",
          "Long-Stay|Eight hours, through chai and chaat.",
          "Vegan|Without anything from animals.",
          "Everyday|Light enough for every day.",
        ] }),
    ]),
    group("Ayurveda & Wellness", {
      gst: 12, sizes: "nut", variable: 0.35,
      from: ["Haridwar", "Thrissur", "Jamnagar", "Palakkad"],
      traits: [
        "Classical|After a recipe in the classical texts.",
        "Organic|From certified organic herb gardens.",
        "Wild-Harvested|Gathered from the forest by people who know it.",
        "Sugar-Free|Without any sugar.",
        "Daily|For every morning.",
      ],
      care: ["Not a medicine for any disease; ask your doctor if in doubt.", "Keep out of reach of children.", "Made in a GMP-certified unit."],
      perks: ["from a GMP-certified unit", "tested for heavy metals", "with the dose on the label"],
    }, [
      leaf("Chyawanprash & Tonics", "jar", "cocoa brick", "Chyawanprash @349; Kesar Chyawanprash @449; Dashmoolarishta @229; Ashokarishta @219; Amla Candy @199 #E021", ["A spoon in the morning, with warm milk.", "More than forty herbs in ghee and honey."]),
      leaf("Herbal Powders", "mortar", "mehendi leaf", "Ashwagandha Powder @249; Triphala Powder @149; Moringa Powder @199 #C019; Tulsi Powder @159; Giloy Powder @169; Shatavari Powder @269; Brahmi Powder @189", ["Half a spoon in warm water.", "Dried in shade and milled cold."], { traits: [
          "Organic|From certified organic herb gardens.",
          "Wild-Harvested|Gathered from the forest by people who know it.",
          "Classical|After a recipe in the classical texts.",
          "Daily|For every morning.",
        ] }),
      leaf("Juices & Capsules", "bottle", "leaf neem", "Aloe Vera Juice @249; Giloy Juice @229; Noni Juice @399; Ashwagandha Capsules @349; Karela Jamun Juice @239; Wheatgrass Juice @299", ["Thirty millilitres before breakfast.", "Pressed within hours of picking."], { sizes: "drink" }),
      leaf("Oils & Balms", "bottle", "terracotta neem", "Mahanarayan Oil @299; Pain Relief Oil @249; Herbal Balm @99; Dhanwantharam Thailam @349; Eucalyptus Oil @199", ["For knees, backs and long train journeys.", "Warm it first."], { sizes: "lotion", traits: [
          "Classical|After a recipe in the classical texts.",
          "Herbal|With sixteen herbs.",
          "Family|A large bottle for the whole house.",
          "Strong|With more camphor and menthol.",
        ] }),
    ]),
  ],
}
