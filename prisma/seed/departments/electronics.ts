import { group, leaf, type Department } from "./department"

export const electronics: Department = {
  name: "Electronics",
  featured: true,
  weight: 1,
  groups: [
    group(
      "Mobiles & Accessories",
      {
        gst: 18,
        pattern: "device",
        colours: "device",
        variable: 0.6,
        traits: [
          "5000 mAh Battery|A 5000 mAh battery carries it through a long day and most of the next.",
          "Fast Charging|Half full in about twenty-five minutes.",
          "120 Hz Display|A 120 Hz display makes scrolling smooth.",
          "50 MP Camera|A 50 MP main camera that copes with evening light.",
          "5G|Ready for 5G on all Indian bands.",
        ],
        care: [
          "One year of warranty on the device and six months on what is in the box.",
          "BIS certified.",
          "Service in over 300 towns.",
        ],
        perks: ["with a year of warranty", "with a case in the box", "BIS certified", "serviced in 300 towns"],
      },
      [
        leaf(
          "Smartphones",
          "phone",
          "charcoal sky pista",
          "5G Smartphone @17999; Compact Smartphone @21999; Gaming Smartphone @28999; Camera Smartphone @32999; Slim Smartphone @13999; Everyday Smartphone @8999",
          [
            "A bright screen that can be read in the noon sun.",
            "Hindi, Maithili, Tamil, Bengali and nineteen more languages on the keyboard.",
          ],
          { sizes: "memory" },
        ),
        leaf(
          "Tablets",
          "tablet",
          "silver charcoal",
          "10-inch Tablet @15999; 8-inch Tablet @10999; Kids Tablet @9499; LTE Tablet @18999",
          ["For lessons, for films on a train and for drawing.", "Four speakers and a screen that is kind to eyes."],
          {
            sizes: "memory",
            traits: [
              "Stylus Support|Works with a stylus that feels like a pencil.",
              "2K Display|A 2K display for sharp text.",
              "7000 mAh Battery|Two days of reading on one charge.",
              "Quad Speakers|Four speakers, two on each side.",
            ],
          },
        ),
        leaf(
          "Chargers & Cables",
          "charger",
          "ivory charcoal",
          "GaN Wall Charger @1499; USB-C Cable @349; Car Charger @699; Wireless Charger @1199; Braided Cable @449; Travel Adapter @899",
          ["It knows what a device can take and gives no more.", "Strain relief where cables usually break."],
          {
            traits: [
              "65 W Output|Up to 65 W: enough for a laptop.",
              "30 W Output|Up to 30 W: half an hour to half full.",
              "Two-Year Warranty|Two years of warranty instead of one.",
              "Surge Protection|With protection against spikes in the line.",
            ],
          },
        ),
        leaf(
          "Power Banks",
          "powerbank",
          "indigo charcoal",
          "10000 mAh Power Bank @1199; 20000 mAh Power Bank @1899; Slim Power Bank @999; Solar Power Bank @2299; Magnetic Power Bank @1799",
          ["For the days when the current goes.", "Allowed in cabin luggage."],
          {
            traits: [
              "22.5 W Output|Charges phones at full speed.",
              "Built-In Cable|With a cable that one cannot forget.",
              "LED Display|Shows how much is left, in digits.",
              "Two-Way Charging|Fills as fast as it gives.",
            ],
          },
        ),
        leaf(
          "Cases & Screen Guards",
          "phone",
          "lotus teal",
          "Back Cover @349; Flip Cover @499; Tempered Glass @249; Warli Print Case @449; Madhubani Print Case @449; Rugged Case @599",
          ["Cut to a tenth of a millimetre.", "Raised edges keep the camera off the table."],
          {
            pattern: "made",
            traits: [
              "Matte|Matte, without fingerprints.",
              "Transparent|Clear, and it stays clear.",
              "Shockproof|Air pockets at the corners take the fall.",
              "Slim|Only 1.1 mm thin.",
            ],
          },
        ),
      ],
    ),
    group(
      "Computers",
      {
        gst: 18,
        pattern: "device",
        colours: "device",
        variable: 0.4,
        traits: [
          "Backlit Keyboard|With a keyboard that is lit for late work.",
          "Full HD Display|A matte Full HD display without glare.",
          "All-Day Battery|Eleven hours on a charge, measured in real work.",
          "Metal Body|In a metal body that does not flex.",
        ],
        care: [
          "One year of warranty at your door.",
          "Registered for Indian voltage and plugs.",
          "Invoice with GST for input credit.",
        ],
        perks: ["with a year of doorstep warranty", "with a GST invoice", "tested for Indian summers"],
      },
      [
        leaf(
          "Laptops",
          "laptop",
          "silver charcoal",
          "14-inch Laptop @45999; 15.6-inch Laptop @41999; Gaming Laptop @72999; Student Laptop @27999; 2-in-1 Laptop @56999; Creator Laptop @89999",
          ["Quiet fans and a hinge that opens with one finger.", "Room for more memory later."],
          { sizes: "laptop" },
        ),
        leaf(
          "Keyboards & Mice",
          "keyboard",
          "charcoal ivory",
          "Wireless Keyboard @1299; Mechanical Keyboard @2999; Wireless Mouse @699; Keyboard and Mouse Combo @1499; Ergonomic Mouse @1199; Devanagari Keyboard @1599",
          ["Keys that come back quietly.", "One receiver for both, or Bluetooth for three devices."],
          {
            traits: [
              "Silent Clicks|So quiet that the baby sleeps on.",
              "Bluetooth|Pairs with three devices and switches at a key.",
              "RGB Lighting|Sixteen million colours, or none.",
              "Rechargeable Battery|A month on one charge.",
            ],
          },
        ),
        leaf(
          "Storage & Memory",
          "drive",
          "indigo slate",
          "Portable SSD @5499; USB 3.2 Pen Drive @649; MicroSD Card @799; External Hard Disk @4299; NVMe SSD @4799",
          ["For photographs that must not be lost.", "Encrypts itself, if you wish."],
          {
            traits: [
              "512 GB|512 GB: some hundred thousand photographs.",
              "1 TB|A full terabyte.",
              "256 GB|256 GB, in your pocket.",
              "2 TB|Two terabytes.",
            ],
          },
        ),
        leaf(
          "Routers & Networking",
          "router",
          "ivory charcoal",
          "Wi-Fi 6 Router @2999; Mesh Wi-Fi System @7999; Dual-Band Router @1799; Wi-Fi Extender @1499; 4G Router @3299",
          ["Reaches the room that never had signal.", "Set up from a phone in five minutes."],
          {
            traits: [
              "Four Antennas|Four antennas that can be aimed.",
              "Parental Control|With hours and limits for each device.",
              "Gigabit Ports|Every port at full gigabit.",
              "Power Backup Ready|Runs from a 12 V mini UPS.",
            ],
          },
        ),
        leaf(
          "Printers & Scanners",
          "printer",
          "silver charcoal",
          "Ink Tank Printer @11999; Laser Printer @9999; Thermal Label Printer @5999; All-in-One Printer @6999; Document Scanner @12999; Photo Printer @8999",
          ["A page costs about ten paise.", "Prints from a phone without an app."],
          {
            traits: [
              "Wi-Fi|Prints over Wi-Fi from any device.",
              "Two-Year Warranty|Two years of warranty instead of one.",
              "USB-C|With USB-C as well as Wi-Fi.",
              "Compact Body|Fits on half a shelf.",
            ],
          },
        ),
      ],
    ),
    group(
      "Audio & Wearables",
      {
        gst: 18,
        pattern: "device",
        colours: "device",
        variable: 0.7,
        traits: [
          "40-Hour Battery|Forty hours of music with the case.",
          "Noise Cancellation|Takes out the ceiling fan and most of the traffic.",
          "Deep Bass|Tuned for tabla, dholak and bass lines.",
          "IPX5 Rating|Sweat and drizzle are no trouble.",
          "Low Latency|Sound and picture stay together in games.",
        ],
        care: ["One year of replacement warranty.", "Charges over USB-C; cable in the box.", "BIS certified."],
        perks: ["with a year of replacement warranty", "with three sizes of ear tips", "ready to pair"],
      },
      [
        leaf(
          "Headphones",
          "headphones",
          "charcoal sky lotus",
          "Wireless Headphones @2499; Studio Headphones @4499; On-Ear Headphones @1499; Kids Headphones @999; Gaming Headset @2999",
          ["Soft cushions that do not press on glasses.", "Folds flat for the bag."],
        ),
        leaf(
          "Earbuds & Neckbands",
          "earbuds",
          "ivory charcoal teal",
          "True Wireless Earbuds @1499; Bluetooth Neckband @999; Sports Earbuds @1899; Open-Ear Buds @2999",
          ["Ten minutes of charge give two hours of song.", "Two microphones that hear you and not the street."],
        ),
        leaf(
          "Speakers",
          "speaker",
          "charcoal vermilion",
          "Bluetooth Speaker @1799; Party Speaker @6999; Soundbar @4999; Portable Speaker @1299; Bookshelf Speakers @8999; Bhajan Speaker @899",
          ["Loud enough for a terrace, clear enough for a raga.", "Two of them make a stereo pair."],
          {
            traits: [
              "Deep Bass|Tuned for tabla, dholak and bass lines.",
              "Stereo Pairing|Two of them make left and right.",
              "12-Hour Battery|Plays through a night of antakshari.",
              "USB and FM|With USB, FM and Bluetooth 5.3.",
            ],
          },
        ),
        leaf(
          "Smartwatches & Bands",
          "watch",
          "charcoal rose sky",
          "Smartwatch @2499; AMOLED Smartwatch @3999; Fitness Band @1499; Kids Smartwatch @1999; GPS Running Watch @7999",
          ["Heart rate, sleep, steps and a hundred sports.", "Calls from the wrist in a clear voice."],
          {
            traits: [
              "7-Day Battery|A week on a charge.",
              "Bluetooth Calling|Calls from the wrist.",
              "Always-On Display|Time at a glance, always.",
              "5 ATM|Swims with you.",
            ],
          },
        ),
      ],
    ),
    group(
      "TV, Camera & Smart Home",
      {
        gst: 28,
        pattern: "device",
        variable: 0.1,
        traits: [
          "Wi-Fi|On your Wi-Fi in two minutes.",
          "Voice Control|Understands Hindi and English.",
          "Energy Saving|Five stars for what it draws.",
          "Night Vision|Sees ten metres in the dark.",
        ],
        care: [
          "Installation by appointment, included in the price in most towns.",
          "Two years of warranty.",
          "Stabiliser-free from 100 to 300 V.",
        ],
        perks: ["with free installation", "with two years of warranty", "ready for Indian voltage"],
      },
      [
        leaf(
          "Televisions",
          "tv",
          "charcoal",
          "32-inch Smart TV @12999; 43-inch 4K TV @23999; 55-inch QLED TV @42999; 50-inch 4K TV @31999; 65-inch 4K TV @57999; 24-inch LED TV @7999",
          ["A picture that holds in a bright room.", "All the apps, and a button for each."],
          {
            traits: [
              "Surround Sound|Sound from all sides, without wires.",
              "Slim Bezel|Almost all picture.",
              "Voice Remote|Ask for the film in Hindi, Tamil or English.",
              "Far-Field Mics|Hears you across the room.",
            ],
          },
        ),
        leaf(
          "Cameras",
          "camera",
          "charcoal silver",
          "Mirrorless Camera @54999; Action Camera @11999; Instant Camera @6499; Vlogging Camera @32999; Webcam @2499; Camera Tripod @1799",
          ["For weddings, tigers and the first day at school.", "Light enough to be there when it matters."],
          {
            gst: 18,
            care: ["One year of warranty.", "Made for 230 V, 50 Hz.", "BIS certified."],
            perks: ["with a year of warranty", "ready in five minutes", "BIS certified"],
            traits: [
              "4K Video|Records in 4K at 60 frames.",
              "Image Stabilisation|Steady hands, built in.",
              "24 MP|24 megapixels on a large sensor.",
              "Beginner Kit|With bag, card and a lens cloth.",
            ],
          },
        ),
        leaf(
          "Smart Lights & Plugs",
          "bulb",
          "marigold ivory",
          "Smart LED Bulb @599; Smart Plug @899; LED Strip @799; Motion Sensor Light @649; Smart Switch @1199",
          ["Dim it from the bed.", "Diwali scene included."],
          {
            gst: 18,
            care: ["One year of warranty.", "Made for 230 V, 50 Hz.", "BIS certified."],
            perks: ["with a year of warranty", "ready in five minutes", "BIS certified"],
            traits: [
              "Wi-Fi|On your Wi-Fi in two minutes.",
              "Voice Control|Understands Hindi and English.",
              "App Timer|With timers for dusk and dawn.",
              "Energy Meter|Shows what it uses, in rupees.",
            ],
          },
        ),
        leaf(
          "Security Cameras",
          "camera",
          "ivory silver",
          "Wi-Fi Security Camera @1999; Outdoor Camera @2999; Video Doorbell @4499; Baby Monitor @3299; Dash Camera @3999",
          ["Keeps an eye on the gate.", "Recordings stay on your own card."],
          {
            gst: 18,
            care: ["One year of warranty.", "Made for 230 V, 50 Hz.", "BIS certified."],
            perks: ["with a year of warranty", "ready in five minutes", "BIS certified"],
            traits: [
              "Night Vision|Sees ten metres in the dark.",
              "Two-Way Talk|Speak to whoever is there.",
              "2K Video|Sharp enough to read a number plate.",
              "Motion Alerts|Tells people from pigeons.",
            ],
          },
        ),
      ],
    ),
  ],
}
