import { group, leaf, type Department } from "./department"

export const handicrafts: Department = {
  name: "Handicrafts",
  featured: true,
  weight: 1.05,
  groups: [
    group("Mithila & Folk Art", {
      gst: 5, pattern: "craft", sizes: "print", variable: 0.35, unbranded: 0.4,
      from: ["Jitwarpur", "Ranti", "Madhubani", "Darbhanga", "Raghurajpur", "Bhilwara"],
      traits: [
        "Hand-Painted|Painted freehand, without a pencil line beneath.",
        "Natural Colour|In colours from turmeric, indigo, palash and lamp black.",
        "Framed|Framed in mango wood behind glass.",
        "Handmade Paper|On handmade paper washed with cow dung, as tradition has it.",
        "Artist-Signed|Signed by the artist, with a card that tells who she is.",
      ],
      care: ["Keep out of direct sun.", "Dust with a dry brush.", "With a certificate from the artists' collective."],
      perks: ["signed by the artist", "with a certificate", "ready to hang", "no two alike"],
    }, [
      leaf("Madhubani Paintings", "painting", "vermilion turmeric peacock", "Fish Pair Madhubani Painting @1499; Kohbar Madhubani Painting @2499; Tree of Life Madhubani Painting @2199; Radha Krishna Madhubani Painting @1999; Peacock Madhubani Painting @1699; Doli Kahar Madhubani Painting @1899; Ardhanarishvara Madhubani Painting @2799", ["The painting of Mithila's walls, moved to paper: double outline, no empty space.", "Fish, lotus and bamboo wish a house plenty."]),
      leaf("Godna & Tantrik Art", "painting", "charcoal brick", "Godna Painting @1299; Tantrik Mithila Painting @2299; Kachni Line Painting @1799; Sun and Moon Godna Painting @1399; Kali Tantrik Painting @2599", ["Godna repeats the tattoos of the Dusadh women in rows of fine figures.", "Drawn with a bamboo nib."], { from: ["Jitwarpur", "Laheriaganj", "Madhubani"] }),
      leaf("Warli, Gond & Pattachitra", "painting", "cocoa terracotta leaf", "Warli Dance Painting @999; Gond Deer Painting @1599; Pattachitra Jagannath Painting @2499; Phad Scroll @3999; Kalighat Cat Painting @1299; Cheriyal Scroll @2199; Pichwai Cows Painting @3499", ["Each people has its line: dots for Gond, triangles for Warli.", "A story to read from the middle outwards."], { from: ["Dahanu", "Patangarh", "Raghurajpur", "Bhilwara", "Nathdwara"] }),
      leaf("Wall Plates & Masks", "painting", "turmeric rani", "Hand-Painted Wall Plate @799; Chhau Mask @1499; Papier-Mâché Mask @699; Kathakali Face @999; Madhubani Nameplate @899", ["Colour for a white wall.", "Light enough for a single nail."], { sizes: "none", from: ["Purulia", "Majuli", "Madhubani", "Srinagar"] }),
    ]),
    group("Basketry & Grass", {
      gst: 5, pattern: "craft", variable: 0, unbranded: 0.4,
      from: ["Raiyam", "Madhubani", "Kottayam", "Agartala", "Pattamadai"],
      traits: [
        "Handwoven|Woven by hand, a day or more for each.",
        "Dyed|In two or three bright colours.",
        "Natural|Left in the colour of the grass.",
        "Coiled|Coiled round a core and stitched with a needle.",
      ],
      care: ["Wipe with a dry cloth; sun it once a month.", "Keep away from water.", "Made by a women's group."],
      perks: ["made by a women's group", "light and strong", "that smells of the field"],
    }, [
      leaf("Sikki Grass Craft", "basket", "turmeric rani leaf", "Sikki Grass Basket @499; Sikki Grass Box @649; Sikki Tray @399; Sikki Elephant @549; Sikki Wall Hanging @799; Sikki Pauti @899; Sikki Coaster Set @349", ["Sikki grows golden in the wet fields of Mithila and has the geographical indication.", "Brides used to carry sikki boxes to their new homes."], { from: ["Raiyam", "Rampur", "Madhubani", "Darbhanga"] }),
      leaf("Cane & Bamboo", "basket", "sand terracotta", "Bamboo Basket @449; Cane Laundry Basket @1499; Bamboo Tray @399; Cane Fruit Bowl @549; Bamboo Tumbler Set @349; Bamboo Blinds @1299", ["From the groves of the north-east.", "Smoked against borers."], { from: ["Agartala", "Barpeta", "Imphal", "Dimapur"] }),
      leaf("Jute & Coir", "basket", "sand mehendi", "Jute Storage Basket @599; Macramé Wall Hanging @899; Jute Coaster Set @299; Coir Planter @349; Jute Table Runner @499", ["Golden fibre, knotted by patient hands.", "It can be composted one day."], { from: ["Kolkata", "Alappuzha", "Katihar"] }),
    ]),
    group("Metal & Stone", {
      gst: 12, pattern: "craft", variable: 0, unbranded: 0.35,
      from: ["Bastar", "Bidar", "Moradabad", "Agra", "Swamimalai", "Thanjavur"],
      traits: [
        "Handcrafted|Made by hand from first to last.",
        "Lost-Wax|Cast by lost wax: the mould is broken, so each is the only one.",
        "Antique Finish|With the patina of an old piece.",
        "Inlaid|Inlaid with fine lines of silver or stone.",
        "Large|The size for a hall.",
      ],
      care: ["Polish with tamarind and ash, or leave it to darken.", "Wipe with a dry cloth.", "Comes in a wooden crate."],
      perks: ["from a family of master craftsmen", "heavy for its size", "in a gift box"],
    }, [
      leaf("Dokra & Brass", "horse", "turmeric terracotta", "Dokra Horse @1299; Dokra Elephant @1499; Brass Urli @1899; Dokra Tribal Couple @1699; Brass Peacock @1999; Brass Nandi @2299", ["Dokra is four thousand years old and has hardly changed.", "Wax thread by wax thread."], { from: ["Bastar", "Dhenkanal", "Bankura"] }),
      leaf("Bidri & Copper", "vase", "charcoal terracotta", "Bidri Vase @2499; Bidri Box @1799; Copper Surahi @1599; Bidri Plate @2199; Copper Lamp @1299", ["Silver in black, by the soil of Bidar fort.", "Made with hammer, chisel and patience."], { from: ["Bidar", "Pune", "Almora"], traits: [
          "Handcrafted|Made by hand from first to last.",
          "Inlaid|Inlaid with fine lines of silver.",
          "Antique Finish|With the patina of an old piece.",
          "Large|The size for a hall.",
        ] }),
      leaf("Marble & Stone", "chest", "ivory pista", "Marble Inlay Box @1299; Marble Inlay Plate @1799; Soapstone Elephant @899; Marble Chess Set @3499; Stone Coaster Set @699; Jaali Candle Stand @999", ["Inlay as on the Taj, in the size of a hand.", "Cool to the touch, always."], { from: ["Agra", "Makrana", "Puri"], traits: [
          "Handcrafted|Made by hand from first to last.",
          "Inlaid|Inlaid with slivers of stone and shell.",
          "Polished|Rubbed to a soft shine.",
          "Floral|With a border of flowers.",
        ] }),
    ]),
    group("Clay & Wood", {
      gst: 5, pattern: "craft", variable: 0, unbranded: 0.35,
      from: ["Bishnupur", "Molela", "Khurja", "Channapatna", "Saharanpur", "Darbhanga"],
      traits: [
        "Hand-Thrown|Thrown on a wheel turned by hand.",
        "Hand-Carved|Carved from one piece.",
        "Painted|Painted in lac and natural colour.",
        "Rustic|With the marks of the tool left to be seen.",
        "Polished|Rubbed to a soft shine.",
      ],
      care: ["Handle with both hands.", "Wipe with a damp cloth.", "Packed in straw and card."],
      perks: ["with the maker's mark", "fired with wood", "no two alike"],
    }, [
      leaf("Terracotta", "horse", "terracotta brick", "Bankura Horse @799; Terracotta Elephant @699; Terracotta Wall Mural @1499; Terracotta Bell Chime @399; Molela Plaque @1299; Sama Chakeva Set @449", ["Earth, water, fire.", "Sama Chakeva birds are played with by sisters in Mithila in the month of Kartik."], { traits: ["Handmade|Shaped by hand, without a mould.", "Painted|Painted in lime and earth colours.", "Rustic|With the marks of the fingers left to be seen.", "Large|The size for a courtyard."] }),
      leaf("Blue Pottery & Ceramics", "vase", "peacock sky ivory", "Blue Pottery Vase @999; Blue Pottery Bowl @699; Blue Pottery Knob Set @499; Ceramic Tile Set @799; Khurja Jar @649; Blue Pottery Planter @899", ["Quartz instead of clay, cobalt instead of paint.", "Fired once, at low heat."], { from: ["Jaipur", "Khurja"], traits: ["Hand-Painted|Painted with a squirrel-hair brush.", "Glazed|Under a clear glaze.", "Floral|With the flowers of Persian tiles.", "Small-Batch|From one firing of a few dozen."] }),
      leaf("Wood Carving & Lacquer", "chest", "cocoa brick", "Carved Wooden Box @1199; Carved Jharokha @3999; Lacquer Bangle Box @699; Wooden Spice Box @899; Rosewood Inlay Panel @2999; Wooden Temple @4999", ["Chisels handed down from the grandfather.", "Finished with beeswax."], { traits: [
          "Hand-Carved|Carved from one piece.",
          "Polished|Rubbed to a soft shine.",
          "Rustic|With the marks of the chisel left to be seen.",
          "Inlaid|With thin lines of brass.",
        ] }),
    ]),
    group("Textile Art", {
      gst: 5, pattern: "craft", variable: 0.25, unbranded: 0.3,
      from: ["Bhuj", "Pipli", "Bolpur", "Srikalahasti", "Muzaffarpur"],
      traits: [
        "Hand-Embroidered|Embroidered by hand over some weeks.",
        "Appliqué|Cut, folded and sewn in layers.",
        "Natural Dye|Dyed with madder, indigo and pomegranate rind.",
        "Patchwork|From many small pieces, none alike.",
      ],
      care: ["Dry clean only.", "Roll, do not fold.", "Keep neem leaves nearby."],
      perks: ["made by a women's cooperative", "with the maker's name", "an heirloom to be"],
    }, [
      leaf("Sujani & Kantha", "cushion", "indigo brick", "Sujani Wall Panel @2499; Kantha Throw @2999; Sujani Cushion Cover @699; Kantha Table Runner @899; Sujani Quilt @4999", ["Sujani tells of village life in running stitch; it began as wraps for the newborn.", "Old saris, new stories."], { from: ["Bhusra", "Muzaffarpur", "Bolpur"], traits: ["Hand-Embroidered|Embroidered by hand over some weeks.", "Narrative|With a story from the village, scene by scene.", "Reversible|With another side for another mood.", "Natural Dye|Dyed with madder, indigo and pomegranate rind."], colourSet: "fabric" }),
      leaf("Wall Hangings & Torans", "toran", "marigold rani leaf", "Toran @499; Mirror Work Wall Hanging @899; Pipli Lampshade @699; Kalamkari Wall Panel @1799; Pom-Pom Garland @349", ["A door that greets.", "Bright for years."]),
      leaf("Puppets & Dolls", "doll", "rani marigold", "Kathputli Pair @599; Kondapalli Dolls @899; Cloth Doll @449; Etikoppaka Figure @399; Thanjavur Dancing Doll @799; Navratri Golu Set @2499", ["They dance as soon as one picks up the strings.", "Softwood, cloth and tamarind-seed paste."], { from: ["Udaipur", "Kondapalli", "Thanjavur"], traits: ["Handmade|Carved, painted and dressed by hand.", "Traditional|In the dress of the old tales.", "Painted|Painted in tempera.", "Miniature|Small enough for a shelf."] }),
    ]),
  ],
}
