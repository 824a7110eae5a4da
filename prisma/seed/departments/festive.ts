import { group, leaf, type Department } from "./department"

export const puja: Department = {
  name: "Puja & Festive",
  weight: 0.95,
  groups: [
    group(
      "Puja Essentials",
      {
        gst: 5,
        variable: 0.3,
        unbranded: 0.15,
        from: ["Varanasi", "Vrindavan", "Mysuru", "Haridwar", "Nathdwara", "Deoghar"],
        traits: [
          "Pure|With nothing added.",
          "Temple|As it is used in temples.",
          "Natural|From flowers, resins and herbs only.",
          "Daily|For the lamp at dusk, every day.",
          "Premium|The best grade of the house.",
        ],
        care: ["Never leave a flame alone.", "Keep dry.", "Packed with clean hands."],
        perks: ["for daily puja", "free of charcoal", "packed with clean hands", "from a temple town"],
      },
      [
        leaf(
          "Agarbatti & Dhoop",
          "incense",
          "plum saffron",
          "Sandal Agarbatti @99; Mogra Agarbatti @89; Loban Dhoop @129; Guggal Dhoop Cups @149; Havan Samagri @199; Camphor @119; Rosé Agarbatti @109",
          ["Forty minutes to a stick.", "Made from flowers that were offered."],
          { sizes: "pack" },
        ),
        leaf(
          "Diyas & Lamps",
          "diya",
          "turmeric terracotta",
          "Brass Diya @249; Clay Diya Set @99; Akhand Jyoti Lamp @499; Hanging Lamp @899; Kuthu Vilakku @1499; Cotton Wicks @49; Panchmukhi Diya @349",
          ["A small flame that does not smoke.", "A lip that keeps the ghee in."],
          {
            traits: [
              "Handmade|Made by potters and braziers.",
              "Traditional|In the form that it has always had.",
              "Festive|For the row on the parapet.",
              "Daily|For the lamp at dusk, every day.",
            ],
          },
        ),
        leaf(
          "Thali, Kalash & Bells",
          "kalash",
          "turmeric terracotta",
          "Puja Thali Set @699; Copper Kalash @449; Brass Bell @299; Panchpatra Set @349; Aarti Stand @549; Sindoor Box @199; Achmani @149",
          ["Everything in its place, and a place for the sweets.", "Rings for a long time."],
          {
            traits: [
              "Brass|In heavy brass.",
              "Copper|In pure copper.",
              "Engraved|Engraved with lotus and conch.",
              "German Silver|In bright German silver.",
            ],
          },
        ),
        leaf(
          "Idols & Yantras",
          "idol",
          "turmeric saffron",
          "Ganesha Idol @799; Lakshmi Idol @899; Krishna Idol @849; Shiva Lingam @599; Saraswati Idol @949; Nataraja @1999; Durga Idol @1299; Shri Yantra @499",
          ["Features chased by hand.", "With the right proportions, after the shastras."],
          {
            traits: [
              "Brass|In heavy brass.",
              "Marble Dust|Cast in marble dust and painted.",
              "Panchdhatu|In five metals.",
              "Terracotta|In fired clay that goes back to the river.",
            ],
          },
        ),
        leaf(
          "Malas & Threads",
          "mala",
          "cocoa brick",
          "Rudraksha Mala @449; Tulsi Mala @249; Sphatik Mala @699; Janeu @49; Kalava Roll @39; Sandalwood Mala @549",
          ["108 beads and the one that one does not cross.", "Knotted between the beads."],
          {
            gst: 0,
            traits: [
              "Pure|With nothing added.",
              "Hand-Knotted|Knotted by hand.",
              "Blessed|Offered in the temple before packing.",
              "Fine|With small, even beads.",
            ],
          },
        ),
      ],
    ),
    group(
      "Festivals & Weddings",
      {
        gst: 12,
        variable: 0.2,
        unbranded: 0.15,
        from: ["Jaipur", "Firozabad", "Sivakasi", "Kolkata", "Darbhanga"],
        traits: [
          "Handmade|Made by hand in small workshops.",
          "Festive|For the evening everyone comes.",
          "Eco|Of clay, paper and cloth only.",
          "Premium|With more of everything.",
        ],
        care: ["Store flat for the next year.", "Indoor use.", "Packed ready to give."],
        perks: ["ready to give", "that lasts more than one season", "made by hand"],
      },
      [
        leaf(
          "Diwali",
          "diya",
          "saffron marigold rani",
          "Rangoli Colour Set @199; Paper Lantern @249; Diwali Gift Box @999; Marigold Garland @299; Shubh Labh Hanging @249; Floating Candle Set @349; Tealight Holder @299",
          ["For the longest night of lamps.", "Lasts until Chhath."],
        ),
        leaf(
          "Chhath & Tyohar",
          "basket",
          "turmeric saffron",
          "Chhath Puja Soop @249; Daura Basket @399; Chhath Puja Kit @799; Thekua Mould @149; Arghya Lota @449; Kosi Set @349; Teej Shringar Kit @499",
          [
            "For the rising and for the setting sun.",
            "As it is carried to the ghats of the Ganga, the Kosi and the Kamala.",
          ],
          { from: ["Patna", "Darbhanga", "Muzaffarpur"] },
        ),
        leaf(
          "Rakhi & Holi",
          "ring",
          "vermilion rani marigold",
          "Designer Rakhi @149; Bhaiya Bhabhi Rakhi Set @249; Kids Rakhi @99; Herbal Gulal Set @199; Silver Rakhi @699; Pichkari @249",
          ["For the people one would miss most.", "Packed flat, with a card to write on."],
          { pattern: "made" },
        ),
        leaf(
          "Wedding & Gifts",
          "giftbox",
          "brick turmeric rani",
          "Wedding Gift Hamper @1999; Haldi Platter @899; Shagun Envelope Set @149; Paan Daan @1299; Varmala @999; Dry Fruit Gift Box @1299; Mithila Paag @549; Décor Garland Set @699",
          ["For two families and four hundred guests.", "Wrapped so well that one hesitates to open it."],
        ),
      ],
    ),
  ],
}

export const garden: Department = {
  name: "Garden & Tools",
  weight: 0.85,
  groups: [
    group(
      "Garden",
      {
        gst: 5,
        variable: 0.25,
        unbranded: 0.1,
        from: ["Pune", "Kalimpong", "Bengaluru", "Lucknow"],
        traits: [
          "Balcony|For pots on a balcony of two metres.",
          "Organic|From certified organic growers.",
          "Hardy|Stands heat, hard water and forgetfulness.",
          "Kitchen Garden|For the bed by the kitchen door.",
          "Starter|With a leaflet for the first season.",
        ],
        care: ["Water in the morning.", "Sow after the first rain or under a net.", "Arrives in a ventilated box."],
        perks: ["for balconies and terraces", "with a leaflet in Hindi and English", "grown without chemicals"],
      },
      [
        leaf(
          "Plants",
          "plant",
          "leaf neem terracotta",
          "Tulsi Plant @149; Curry Leaf Plant @199; Jasmine Plant @249; Snake Plant @299; Areca Palm @349; Aloe Vera Plant @179; Money Plant @199; Hibiscus Plant @249",
          ["Rooted well, in a pot with a hole.", "Wait three days before repotting."],
          { gst: 0 },
        ),
        leaf(
          "Seeds & Bulbs",
          "pouch",
          "leaf marigold",
          "Tomato Seeds @49 #D076; Chilli Seeds @49 #G001; Marigold Seeds @59; Coriander Seeds for Sowing @39 #G024; Bhindi Seeds @49 #D056; Lauki Seeds @49 #D007; Sunflower Seeds for Sowing @69; Jalapeño Seeds @79",
          ["Eight of ten will rise.", "Open-pollinated: keep your own for next year."],
          {
            gst: 0,
            traits: [
              "Organic|From certified organic growers.",
              "Heirloom|Handed down, not hybrid.",
              "Balcony|For pots on a balcony of two metres.",
              "Kitchen Garden|For the bed by the kitchen door.",
            ],
            sizes: "pack",
          },
        ),
        leaf(
          "Soil & Fertiliser",
          "sack",
          "cocoa mehendi",
          "Vermicompost @249; Potting Mix @299; Cocopeat Block @149; Neem Cake @199; Bone Meal @179; Seaweed Extract @249; Cow Dung Cakes @129",
          ["Feeds the soil, and the soil feeds the plant.", "Smells of the forest after rain."],
          {
            sizes: "staple",
            traits: [
              "Organic|Without any chemical.",
              "Enriched|With neem and trichoderma.",
              "Sieved|Sieved fine and free of stones.",
              "Garden|For beds, pots and lawns.",
            ],
          },
        ),
        leaf(
          "Watering & Garden Tools",
          "wateringcan",
          "leaf peacock",
          "Watering Can @449; Garden Tool Set @699; Pruner @399; Drip Kit @999; Spray Pump @349; Khurpi @149; Hose Pipe @799",
          ["Balanced when full.", "A rose that rains softly."],
          {
            gst: 12,
            traits: [
              "Steel|In steel that takes an edge.",
              "Lightweight|For long mornings.",
              "Sturdy|For clay and for stones.",
              "Compact|For the balcony cupboard.",
            ],
          },
        ),
      ],
    ),
    group(
      "Tools & Home Care",
      {
        gst: 18,
        variable: 0.2,
        from: ["Ludhiana", "Aligarh", "Rajkot", "Nagaur"],
        traits: [
          "Heavy-Duty|For daily work on a site.",
          "Household|For the drawer that everyone knows.",
          "Professional|The one that fitters carry.",
          "Compact|Small enough for any drawer.",
        ],
        care: ["Oil lightly after use.", "One year of warranty.", "Keep away from children."],
        perks: ["with a year of warranty", "in a case", "for home and for site"],
      },
      [
        leaf(
          "Hand & Power Tools",
          "tool",
          "slate vermilion",
          "Claw Hammer @399; Screwdriver Set @449; Cordless Drill @3499; Spanner Set @899; Pliers @299; Tool Kit @1799; Measuring Tape @199; Hacksaw @349",
          ["Made to be borrowed by neighbours.", "A grip that forgives."],
        ),
        leaf(
          "Cleaning",
          "bucket",
          "peacock leaf",
          "Spin Mop @1499; Grass Broom @199; Floor Cleaner @249; Dish Scrub Set @149; Bucket and Mug Set @349; Coconut Broom @129; Copper Polish @179",
          ["For Diwali cleaning and for the other days.", "Takes the dust and keeps it."],
          {
            traits: [
              "Everyday|For every morning.",
              "Long-Handle|Saves the back.",
              "Eco|Without plastic or phosphate.",
              "Heavy-Duty|For courtyards and stairs.",
            ],
          },
        ),
        leaf(
          "Electrical & Lighting",
          "bulb",
          "marigold ivory",
          "LED Bulb @99; LED Batten @299; Extension Board @449; Rechargeable Torch @599; Emergency Light @899; Solar Lamp @1199; Modular Switch @149",
          ["Made for the voltage that one gets.", "Lit through a load-shedding of six hours."],
          {
            gst: 12,
            traits: [
              "Energy Saving|Uses a tenth of what the old one did.",
              "Long-Life|Twenty-five thousand hours.",
              "Surge Protection|With protection against spikes in the line.",
              "Household|For the whole house.",
            ],
            sizes: "pack",
          },
        ),
        leaf(
          "Pet Care",
          "bowl",
          "terracotta sky",
          "Dog Food @599; Cat Food @499; Steel Pet Bowl @299; Dog Leash @349; Pet Bed @1299; Bird Feeder @399; Fish Food @149; Chew Toy @199",
          ["For those who wait at the door.", "Easy to clean."],
          {
            traits: [
              "Premium|With more of what they like.",
              "Everyday|For every day of the week.",
              "Natural|Without colour or perfume.",
              "Puppy & Kitten|For the first year.",
            ],
          },
        ),
      ],
    ),
  ],
}
