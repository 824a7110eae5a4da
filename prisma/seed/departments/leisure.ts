import { group, leaf, type Department } from "./department"

export const toys: Department = {
  name: "Toys & Baby",
  weight: 0.9,
  groups: [
    group(
      "Toys & Games",
      {
        gst: 12,
        variable: 0.1,
        from: ["Channapatna", "Kondapalli", "Sawantwadi", "Varanasi"],
        traits: [
          "Wooden|Turned from ivory wood and coloured with vegetable lac.",
          "Classic|As our grandparents played it.",
          "Jumbo|Larger pieces for smaller hands.",
          "Travel|Folds into a bag for the train.",
          "Learning|Made with teachers of small children.",
        ],
        care: ["For ages three and above; small parts.", "BIS certified for toys.", "Wipe clean."],
        perks: ["BIS certified", "safe colours, round edges", "for long afternoons", "for the whole family"],
      },
      [
        leaf(
          "Wooden & Traditional Toys",
          "top",
          "vermilion marigold leaf",
          "Spinning Top Set @249; Rattle @199; Pull-Along Elephant @449; Stacking Rings @399; Kitchen Set @699; Yo-Yo @149; Abacus @349",
          ["Lac from the tree, colour from the plant.", "It hums when it spins."],
          {
            traits: [
              "Channapatna|From the toy town on the road to Mysuru.",
              "Hand-Turned|Turned on a lathe by hand.",
              "Classic|As our grandparents had it.",
              "Lacquered|Polished with screw-pine leaf.",
            ],
          },
        ),
        leaf(
          "Blocks & Puzzles",
          "blocks",
          "peacock marigold vermilion",
          "Building Blocks @599; Jigsaw Puzzle of India @399; Hindi Alphabet Puzzle @349; Magnetic Tiles @1299; Marble Run @1499; Animal Puzzle @299; Number Blocks @449",
          ["Falls down, and up it goes again.", "Teaches patience without saying so."],
        ),
        leaf(
          "Dolls & Soft Toys",
          "teddy",
          "terracotta rose",
          "Teddy Bear @599; Elephant Soft Toy @549; Rag Doll @499; Tiger Plush @649; Doll House @1999; Peacock Plush @599",
          ["Soft enough to sleep on.", "Seams that hold through years of love."],
          {
            traits: [
              "Huggable|Just the size of a hug.",
              "Handmade|Sewn by a women's group.",
              "Jumbo|Almost as big as the child.",
              "Washable|Goes into the machine and comes out smiling.",
            ],
            colourSet: "soft",
          },
        ),
        leaf(
          "Board Games",
          "board",
          "cocoa vermilion",
          "Carrom Board @1999; Ludo @249; Chess Set @599; Pachisi @449; Snakes and Ladders @199; Housie Set @299; Card Game @149",
          ["For power cuts and for monsoon evenings.", "Rules in English and Hindi."],
        ),
        leaf(
          "Cars & Outdoor Toys",
          "car",
          "vermilion peacock",
          "Toy Auto-Rickshaw @299; Remote Control Car @1299; Kite Set @199; Tricycle @2499; Die-Cast Truck @399; Water Gun @249; Skipping Rope @149",
          ["Goes where it is pointed, mostly.", "Made for dust and puddles."],
          {
            traits: [
              "Sturdy|Survives the stairs.",
              "Pull-Back|Pull it back and let go.",
              "Rechargeable|Charges from a phone charger.",
              "Festive|For Sankranti roofs and school holidays.",
            ],
            colourSet: "bright",
          },
        ),
      ],
    ),
    group(
      "Baby Care",
      {
        gst: 12,
        variable: 0.3,
        colours: "soft",
        traits: [
          "Organic|In certified organic cotton.",
          "Soft|Soft as a grandmother's sari.",
          "Newborn|Made for the first hundred days.",
          "Travel|For the first train journey.",
        ],
        care: ["Free of fragrance and dye.", "Wash at 40 °C.", "Tested by paediatricians."],
        perks: ["gentle for new skin", "free of fragrance", "tested by paediatricians"],
      },
      [
        leaf(
          "Feeding & Nursing",
          "feeder",
          "sky rose",
          "Feeding Bottle @299; Sipper Cup @249; Bib Set @199; Bottle Steriliser @1799; Nursing Pillow @1299",
          ["Easy to hold with both hands.", "Comes apart to be washed."],
          {
            traits: [
              "Anti-Colic|With a valve against wind.",
              "BPA-Free|Free of BPA and phthalates.",
              "Soft|With a soft rim.",
              "Travel|With a lid that does not leak.",
            ],
          },
        ),
        leaf(
          "Baby Bath & Skin",
          "pump",
          "pista rose",
          "Baby Massage Oil @349; Baby Lotion @299; Baby Shampoo @279; Diaper Rash Crème @249; Baby Soap @129; Baby Powder @179",
          ["For the malish before the bath.", "No tears."],
          {
            sizes: "lotion",
            gst: 18,
            traits: [
              "Coconut|With virgin coconut oil.",
              "Almond|With sweet almond oil.",
              "Gentle|With nothing that stings.",
              "Oat Milk|With oat milk for dry skin.",
            ],
            colourSet: "none",
          },
        ),
        leaf(
          "Baby Bedding & Swaddles",
          "bed",
          "sky pista rose",
          "Muslin Swaddle @499; Mustard Seed Pillow @349; Baby Quilt @899; Mosquito Net Bed @999; Crib Sheet @449; Jhoola @3499",
          ["Wrapped like a samosa, asleep like a stone.", "Two layers of muslin that breathe."],
        ),
      ],
    ),
  ],
}

export const sports: Department = {
  name: "Sports & Fitness",
  weight: 0.9,
  groups: [
    group(
      "Team & Racket Sports",
      {
        gst: 12,
        pattern: "made",
        variable: 0.15,
        from: ["Meerut", "Jalandhar", "Srinagar"],
        traits: [
          "Club|For the league on Sundays.",
          "Practice|For every evening in the nets.",
          "Match|As used in district matches.",
          "Junior|Sized for players under fourteen.",
          "Pro|For those who are chosen.",
        ],
        care: ["Knock in a new bat for six hours.", "Keep dry; wipe after play.", "Three months of warranty."],
        perks: ["from the sports lanes of Meerut", "ready to play", "with a cover", "balanced by hand"],
      },
      [
        leaf(
          "Cricket",
          "bat",
          "sand brick",
          "Kashmir Willow Bat @1799; English Willow Bat @7999; Tennis Ball Bat @899; Leather Ball @399; Batting Gloves @799; Batting Pads @1299; Cricket Helmet @1999; Wicket Set @699",
          ["The sound of it tells you.", "Grains straight as a ruler."],
          { from: ["Meerut", "Anantnag", "Jalandhar"] },
        ),
        leaf(
          "Football & Hockey",
          "ball",
          "ivory vermilion",
          "Football @799; Futsal Ball @899; Hockey Stick @1499; Shin Guards @399; Goalkeeper Gloves @699; Volleyball @749; Kabaddi Mat @4999",
          ["Thirty-two panels sewn by hand.", "True in flight and in bounce."],
          { from: ["Jalandhar", "Meerut"] },
        ),
        leaf(
          "Badminton & Tennis",
          "racket",
          "peacock vermilion",
          "Badminton Racket @1299; Shuttlecock Tube @499; Tennis Racket @2999; Table Tennis Bat @699; Badminton Net @599; Racket Grip Set @199",
          ["Eighty-four grams and a fast head.", "Strung at 24 pounds."],
          { from: ["Jalandhar", "Meerut"] },
        ),
      ],
    ),
    group(
      "Fitness & Yoga",
      {
        gst: 18,
        variable: 0.3,
        traits: [
          "Anti-Slip|Grips even a wet palm.",
          "Eco|Of natural rubber, jute or cork.",
          "Home Gym|For the corner behind the sofa.",
          "Heavy-Duty|For daily use by the whole hostel.",
          "Beginner|With a chart of first exercises.",
        ],
        care: ["Wipe after use.", "Six months of warranty.", "Keep rubber out of the sun."],
        perks: ["with a carry strap", "with a chart of exercises", "for home and for the terrace"],
      },
      [
        leaf(
          "Yoga",
          "mat",
          "plum leaf teal",
          "Yoga Mat @799; Cotton Yoga Durrie @999; Yoga Block Pair @449; Meditation Cushion @899; Yoga Strap @249; Yoga Wheel @1299; Acupressure Mat @1199",
          ["Lies flat at once.", "For twelve sun salutations before tea."],
          { gst: 12, colourSet: "bright" },
        ),
        leaf(
          "Strength & Gym",
          "dumbbell",
          "charcoal vermilion",
          "Dumbbell Pair @1499; Kettlebell @1299; Resistance Band Set @599; Push-Up Board @899; Mudgar @1799; Pull-Up Bar @1199; Ab Roller @499; Skipping Rope @249",
          ["A knurled grip and honest weight.", "The mudgar has trained wrestlers for centuries."],
          {
            traits: [
              "Home Gym|For the corner behind the sofa.",
              "Heavy-Duty|For daily use by the whole hostel.",
              "Beginner|With a chart of first exercises.",
              "Professional|As used in akharas and gyms.",
            ],
            perks: ["with a chart of exercises", "for home and for the terrace", "made to be dropped"],
          },
        ),
        leaf(
          "Cardio & Recovery",
          "dumbbell",
          "slate peacock",
          "Exercise Cycle @9999; Treadmill @21999; Foam Roller @599; Massage Gun @2499; Mini Stepper @3499; Hot Water Bag @349",
          ["Quiet enough for the flat below.", "Folds and rolls under the bed."],
          {
            traits: [
              "Foldable|Folds and rolls away.",
              "Quiet|Quiet enough for the flat below.",
              "Compact|Takes no more room than a chair.",
              "Heavy-Duty|For daily use by the whole family.",
            ],
            perks: ["for home and for the terrace", "with a year of warranty", "delivered to your floor"],
          },
        ),
      ],
    ),
    group(
      "Outdoor & Cycling",
      {
        gst: 12,
        variable: 0.2,
        colours: "everyday",
        from: ["Ludhiana", "Dehradun", "Manali"],
        traits: [
          "Trail|For stones, streams and goat paths.",
          "City|For lanes, bazaars and office.",
          "Lightweight|Every gram thought about.",
          "All-Weather|For loo, monsoon and snow.",
        ],
        care: [
          "Clean and dry before storing.",
          "One year of warranty on the frame or the seams.",
          "Assembly guide in the box.",
        ],
        perks: ["made for Indian roads", "ready for the hills", "with a year of warranty"],
      },
      [
        leaf(
          "Cycles & Accessories",
          "cycle",
          "vermilion peacock leaf",
          "Mountain Bicycle @9999; City Bicycle @7499; Kids Bicycle @4999; Ladies Bicycle @6999; Cycle Helmet @1199; Cycle Light Set @599; Cycle Pump @399",
          ["Steel that can be welded in any village.", "A bell one can hear."],
        ),
        leaf(
          "Camping & Trekking",
          "tent",
          "mehendi saffron",
          "Two-Person Tent @3999; Sleeping Bag @2499; Trekking Pole Pair @1499; Headlamp @699; Camping Stove @1799; Rain Poncho @599",
          ["Stands in four minutes.", "Tested above Sandakphu."],
        ),
        leaf(
          "Swimming & Water",
          "bottle",
          "sky peacock",
          "Swimming Goggles @499; Swim Cap @249; Sports Bottle @399; Life Jacket @1999; Kickboard @599; Shaker Bottle @349",
          ["No fog, no leak.", "Fits children and adults."],
          {
            traits: [
              "Anti-Fog|Coated against fog.",
              "Leak-Proof|Turn it upside down: nothing.",
              "Junior|For small swimmers.",
              "Classic|Plain and good.",
            ],
            colourSet: "bright",
          },
        ),
      ],
    ),
  ],
}
