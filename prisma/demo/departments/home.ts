import { group, leaf, type Department } from "./department"

export const home: Department = {
  name: "Home & Kitchen",
  featured: true,
  weight: 1,
  groups: [
    group("Cookware", {
      gst: 12, sizes: "cookware", variable: 0.5,
      from: ["Moradabad", "Kumbakonam", "Mannar", "Nashik", "Ambala"],
      traits: [
        "Cast Iron|Poured in sand and seasoned with oil: it only gets better.",
        "Tri-Ply Steel|Three layers that spread the heat to the rim.",
        "Hard Anodised|Hard anodised, dark and quick to wash.",
        "Brass|In tinned brass, as in old kitchens.",
        "Non-Stick|With a coating that lets a dosa go.",
        "Heavy-Bottom|With a base thick enough for kheer.",
      ],
      care: ["Works on gas; induction where the base is marked.", "Wash by hand with a soft pad.", "Five years of warranty on the body."],
      perks: ["with a lid that fits", "for gas and induction", "with handles that stay cool", "to hand down one day"],
    }, [
      leaf("Kadhai & Handi", "kadhai", "charcoal cocoa terracotta", "Kadhai @1299; Deep Kadhai @1499; Handi @1699; Biryani Handi @2299; Uruli @2899", ["Round below, wide above: made for a ladle.", "Takes a whole festive sabzi at once."]),
      leaf("Tawa & Pans", "pan", "charcoal slate", "Roti Tawa @799; Dosa Tawa @1199; Fry Pan @999; Sauté Pan @1499; Appam Pan @899; Crêpe Pan @1099; Tadka Pan @399", ["Flat to the edge, so that the edge browns too.", "It takes a high flame without warping."], { traits: ["Cast Iron|Poured in sand and seasoned with oil: it only gets better.", "Tri-Ply Steel|Three layers that spread the heat to the rim.", "Hard Anodised|Hard anodised, dark and quick to wash.", "Non-Stick|With a coating that lets a dosa go.", "Pre-Seasoned|Seasoned three times before it reaches you."], sizes: "pan" }),
      leaf("Pressure Cookers", "cooker", "silver charcoal", "Pressure Cooker @1899; Handi Pressure Cooker @2199; Induction Cooker Pan @1699; Cooker Combo Set @3499", ["Three whistles and the dal is done.", "Two safety valves and a gasket that is easy to find."], { traits: ["Stainless Steel|In food-grade stainless steel.", "Hard Anodised|Hard anodised, dark and quick to wash.", "Outer Lid|With an outer lid that opens with one hand.", "Inner Lid|With an inner lid for safety under pressure.", "Heavy-Bottom|With a base that does not scorch."] }),
      leaf("Knives & Kitchen Tools", "knife", "slate terracotta", "Chef's Knife @699; Vegetable Chopper @499; Rolling Pin and Board @549; Ladle Set @649; Puri Press @799; Coconut Scraper @449; Masher @249; Idli Stand @899", ["Small tools that save an hour a week.", "Made to be used wet."], { traits: ["Stainless Steel|In food-grade stainless steel.", "Sheesham Handle|With a handle of oiled sheesham.", "Compact|Small enough for any drawer.", "Professional|The one that canteens use.", "Easy-Grip|With a grip that does not slip."], sizes: "none" }),
    ]),
    group("Dining & Storage", {
      gst: 12, variable: 0, unbranded: 0.1,
      from: ["Moradabad", "Khurja", "Jaipur", "Firozabad", "Thanjavur"],
      traits: [
        "Stainless Steel|In food-grade stainless steel with a mirror finish.",
        "Hand-Hammered|Hammered by hand, so it catches the light.",
        "Everyday|Stacks well and forgives a fall.",
        "Festive|For the table that is laid twice a year.",
      ],
      care: ["Dishwasher safe unless painted by hand.", "Dry well to keep the shine.", "Packed in double corrugated card."],
      perks: ["free of lead and BPA", "that stacks neatly", "in a gift box", "made to last"],
    }, [
      leaf("Thalis & Dinner Sets", "thali", "silver turmeric", "Thali Set @1499; Dinner Set of 24 @2899; Kansa Thali @2499; Katori Set @699; Serving Bowl Set @999; Steel Dinner Plate Set @899", ["Room for dal, two sabzis, chutney, papad and something sweet.", "A rim that keeps the gravy in."]),
      leaf("Cups, Glasses & Bottles", "tumbler", "terracotta turmeric sky", "Davara Tumbler Set @399; Copper Water Bottle @899; Kulhad Set @349; Glass Tumbler Set @449; Ceramic Mug @299; Vacuum Flask @1099; Lassi Glass Set @549", ["Hot stays hot; cold stays cold.", "It sits well in the hand."], { traits: ["Hand-Hammered|Hammered by hand, so it catches the light.", "Everyday|Stacks well and forgives a fall.", "Hand-Painted|Painted with a few quick strokes, each a little different.", "Classic|The shape that everyone knows."] }),
      leaf("Tiffins & Lunch Boxes", "tiffin", "silver peacock", "Three-Tier Tiffin @899; Lunch Box @599; Insulated Tiffin @1199; Bento Box @649; Office Lunch Bag Set @999", ["Rice below, dal above, and no one meets on the way.", "A clip that does not open in the bus."]),
      leaf("Jars & Containers", "jar", "terracotta leaf sky", "Masala Dabba @899; Airtight Jar Set @799; Pickle Barni @549; Atta Container @999; Oil Dispenser @399; Spice Rack @1199", ["You see what is in it, and nothing gets in.", "With a wide mouth for a hand and a spoon."], { traits: ["Stainless Steel|In food-grade stainless steel with a mirror finish.", "Ceramic|Glazed by hand in Khurja.", "Borosilicate Glass|In clear borosilicate glass.", "Everyday|Stacks well and forgives a fall."] }),
    ]),
    group("Appliances", {
      gst: 18, pattern: "device", colours: "device", variable: 0.2,
      traits: [
        "Two-Year Warranty|With two years of warranty and service at home.",
        "Copper Motor|With a full copper motor that stays cool.",
        "Energy Saving|Five stars for what it draws.",
        "Quiet Operation|Quiet enough for early mornings.",
      ],
      care: ["Made for 230 V, 50 Hz with an Indian plug.", "Spare parts for seven years.", "BIS certified."],
      perks: ["with two years of warranty", "with spare parts for seven years", "BIS certified"],
    }, [
      leaf("Mixers & Grinders", "mixer", "ivory vermilion", "Mixer Grinder @3299; Wet Grinder @5999; Juicer Mixer @4299; Hand Blender @1599; Spice Grinder @1899; Food Processor @7499", ["Idli batter in twenty minutes, coconut chutney in one.", "Three jars in steel."]),
      leaf("Fans & Coolers", "fan", "sky ivory", "Ceiling Fan @2299; BLDC Fan @3199; Table Fan @1799; Pedestal Fan @2599; Desert Cooler @8999; Tower Fan @4499; Exhaust Fan @1399", ["Air to every corner of the room.", "Runs through low voltage."]),
      leaf("Kettles, Toasters & Cooktops", "kettle", "silver charcoal", "Electric Kettle @1199; Pop-Up Toaster @1499; Induction Cooktop @2299; Sandwich Maker @1399; Egg Boiler @599; Rice Cooker @2499; Roti Maker @2199", ["Breakfast without the gas.", "Cool to the touch outside."], { traits: [
          "Auto Cut-Off|Switches itself off in time.",
          "Steel Body|With a body of brushed steel.",
          "Cool-Touch Body|Cool to the touch outside.",
          "Two-Year Warranty|With two years of warranty and service at home.",
        ] }),
      leaf("Irons & Steamers", "iron", "teal vermilion", "Steam Iron @1499; Dry Iron @749; Garment Steamer @1999; Travel Iron @899", ["Glides over cotton and stops for silk.", "A cord of two metres that turns."], { traits: [
          "Ceramic Soleplate|With a ceramic soleplate that glides.",
          "Auto Cut-Off|Switches itself off in time.",
          "Two-Year Warranty|With two years of warranty and service at home.",
        ] }),
      leaf("Water Purifiers", "purifier", "ivory sky", "RO Water Purifier @9999; UV Water Purifier @6499; RO and UV Water Purifier @12999; Under-Sink Water Purifier @10999; Gravity Water Purifier @1999", ["For hard, soft and doubtful water.", "A light says when the filter is due."], { traits: [
          "7 L Tank|Holds seven litres for the hours without current.",
          "Filter Alert|A light says when the filter is due.",
          "Mineral Cartridge|Puts back what the membrane takes.",
          "Two-Year Warranty|With two years of warranty and service at home.",
        ] }),
    ]),
    group("Furnishing", {
      gst: 5, sizes: "bed", colours: "soft", variable: 0.6, unbranded: 0.15,
      from: ["Jaipur", "Panipat", "Karur", "Solapur", "Bhuj", "Kannur"],
      traits: [
        "Block-Printed|Printed by hand with carved teak blocks.",
        "Kantha|Quilted in long running stitches.",
        "Cotton|In pure cotton of 210 threads.",
        "Handloom|From handlooms, with a dry, cool hand.",
        "Quilted|With a thin quilted layer.",
      ],
      care: ["Machine wash cold, gentle cycle.", "Colours are fast; natural dyes soften with time.", "Shrinks by less than three per cent."],
      perks: ["soft from the first night", "in pure cotton", "with neat corners", "in colours of the old city"],
    }, [
      leaf("Bedsheets & Quilts", "bed", "indigo rani pista", "Bedsheet with Pillow Covers @1199; Fitted Bedsheet @999; Jaipuri Razai @1999; Dohar @1499; Comforter @2499; Bedcover @1699", ["A night that feels like clean laundry.", "Two pillow covers come with it."]),
      leaf("Curtains", "curtain", "turmeric teal rose", "Door Curtain @799; Window Curtain @599; Blackout Curtain @1199; Sheer Curtain @649; Appliqué Curtain @1299", ["Keeps the afternoon out.", "Eight steel rings that do not rust."], { sizes: "curtain", traits: [
          "Block-Printed|Printed by hand with carved teak blocks.",
          "Cotton|In pure cotton of 210 threads.",
          "Linen-Look|With the slub of linen and the fall of cotton.",
          "Handloom|From handlooms, with a dry, cool hand.",
        ] }),
      leaf("Cushions & Covers", "cushion", "terracotta indigo rani", "Cushion Cover @349; Floor Cushion @1299; Bolster Cover @449; Embroidered Cushion @599; Sofa Throw @999", ["A corner of colour.", "With a zip that hides."], { sizes: "none" }),
      leaf("Towels & Bath", "towel", "sky ivory rose", "Bath Towel @449; Hand Towel @249; Bath Robe @1499; Bath Mat @499; Shower Curtain @599", ["Drinks water and dries by noon.", "Double-stitched edges."], { sizes: "pack", traits: ["Cotton|In long-staple cotton.", "Waffle Weave|In a waffle weave that dries fast.", "Plush|550 GSM: thick and slow.", "Bamboo|With bamboo fibre, soft and fresh."] }),
      leaf("Rugs & Durries", "rug", "brick indigo turmeric", "Cotton Durrie @1299; Wool Rug @4999; Jute Rug @1599; Chindi Rug @899; Doormat @399; Yoga Durrie @999", ["Warp of cotton, patience of weavers.", "Turns over when one side is tired."], { sizes: "rug", gst: 12, traits: [
          "Handloom|From handlooms, with a dry, cool hand.",
          "Hand-Knotted|Knotted by hand, row upon row.",
          "Reversible|Turns over when one side is tired.",
          "Natural Dye|Dyed with madder, indigo and pomegranate rind.",
        ] }),
    ]),
    group("Furniture & Décor", {
      gst: 18, colours: "wood", variable: 0.4, unbranded: 0.1,
      from: ["Jodhpur", "Saharanpur", "Channapatna", "Nilambur", "Kirti Nagar"],
      traits: [
        "Sheesham Wood|In solid sheesham with a visible grain.",
        "Mango Wood|In mango wood, light and quick to grow again.",
        "Cane|With a woven cane panel.",
        "Compact|For flats where each foot counts.",
        "Handcrafted|Joined and finished by hand.",
      ],
      care: ["Wipe with a dry cloth; oil once a year.", "Assembly in twenty minutes with the key in the box.", "Three years of warranty against borer and termite."],
      perks: ["in solid wood", "delivered to your floor", "with three years of warranty", "finished by hand"],
    }, [
      leaf("Chairs & Stools", "chair", "cocoa terracotta mehendi", "Dining Chair @3999; Rocking Chair @8999; Bar Stool @2999; Study Chair @3499; Mudda Stool @1299; Lounge Chair @11999", ["It lets one sit through a whole test match.", "Legs with felt, for the floor's sake."]),
      leaf("Tables & Desks", "table", "cocoa terracotta", "Coffee Table @5999; Study Desk @6999; Bedside Table @2999; Dining Table @17999; Folding Table @1999; Laptop Table @1299", ["Wide enough for the paper and the breakfast.", "Does not wobble, which is rarer than one thinks."]),
      leaf("Shelves & Wardrobes", "shelf", "cocoa sand", "Bookshelf @5499; Wall Shelf @1299; Shoe Rack @2499; Two-Door Wardrobe @13999; TV Unit @7999; Pooja Cabinet @4999", ["A place for everything that has none.", "Holds thirty kilograms on each board."]),
      leaf("Lamps & Lighting", "lamp", "turmeric terracotta teal", "Table Lamp @1499; Floor Lamp @3499; Pendant Light @1999; Wall Sconce @1299; Lantern @799; Fairy Lights @399", ["Light for reading and light for talking.", "Takes an ordinary B22 or E27 bulb."], { colourSet: "soft", traits: ["Brass|With a brass stem that darkens nicely.", "Terracotta|With a shade of cut terracotta.", "Handmade Paper|With a shade of handmade paper.", "Cane|Woven of cane."] }),
      leaf("Clocks & Mirrors", "clock", "cocoa turmeric", "Wall Clock @999; Pendulum Clock @3499; Jharokha Mirror @2499; Round Mirror @1999; Alarm Clock @499", ["It sweeps and does not tick.", "A frame that finishes the wall."], { traits: ["Hand-Painted|Painted by hand in small flowers.", "Wooden|In a frame of mango wood.", "Brass|With a brass rim.", "Minimal|Nothing that is not needed."] }),
      leaf("Vases & Planters", "vase", "terracotta teal ivory", "Ceramic Vase @799; Terracotta Planter @449; Brass Urli @1899; Hanging Planter @599; Metal Planter with Stand @1299", ["Pretty when empty, better with marigolds.", "With a hole below and a saucer for it."], { colourSet: "soft", gst: 12, traits: ["Hand-Painted|Painted by hand.", "Glazed|Glazed in one clear colour.", "Ribbed|With ribs that throw soft shadows.", "Handcrafted|Thrown on the wheel."] }),
    ]),
  ],
}
