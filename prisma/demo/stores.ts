import type { Colour } from "@/features/media/palette"

export type StoreStatus = "pending" | "approved" | "suspended"

export interface StoreData {
  name: string
  pincode: string
  departments: readonly string[]
  colour: Colour
  description: string
  status: StoreStatus
  official: boolean
}

const store = (name: string, pincode: string, departments: string, colour: Colour, description: string, status: StoreStatus = "approved", official = false): StoreData => ({
  name,
  pincode,
  departments: departments.split("; "),
  colour,
  description,
  status,
  official,
})

/** The first is the demo seller's. */
export const STORES: readonly StoreData[] = [
  store("Mithila Angan", "846004", "Grocery; Handicrafts; Fashion; Puja & Festive", "vermilion", "Makhana from our own pond, pickles from our own roof, and paintings by forty women of Darbhanga and Madhubani."),
  store("Haat Essentials", "122010", "Grocery; Home & Kitchen; Beauty & Ayurveda; Toys & Baby", "teal", "The everyday list, kept in stock and fairly priced. Run by Haat itself.", "approved", true),
  store("Haat Digital", "560034", "Electronics", "indigo", "Phones, audio and computers with a GST invoice and warranty. Run by Haat itself.", "approved", true),
  store("Madhubani Mahila Kala Kendra", "847211", "Handicrafts; Fashion", "brick", "A cooperative of painters from Jitwarpur and Ranti. Each piece is signed."),
  store("Kosi Makhana Udyog", "847404", "Grocery", "sand", "Three generations of makhana, from the pond to the pouch."),
  store("Patliputra Pustak Bhandar", "800013", "Books & Stationery", "plum", "Hindi and Maithili books, school books and good paper since 1974."),
  store("Ganga Kinare Puja Store", "221001", "Puja & Festive; Handicrafts", "saffron", "What the ghats of Kashi use, packed with clean hands."),
  store("Banarasi Bunkar House", "221005", "Fashion", "rani", "Silk from our own looms in Madanpura, without a middleman."),
  store("Chikan Gali", "226010", "Fashion", "lotus", "Hand-embroidered chikankari from the lanes behind Chowk."),
  store("Ludhiana Knit Mart", "141002", "Fashion; Sports & Fitness", "slate", "Knitwear and sportswear from the city of hosiery."),
  store("Amritsar Rasoi", "143001", "Grocery; Home & Kitchen", "marigold", "Papad, wadi, masala and the brass to cook them in."),
  store("Jaipur Block Works", "302004", "Fashion; Home & Kitchen", "indigo", "Block prints from Sanganer and Bagru, on cloth to wear and to sleep in.", "approved", true),
  store("Jodhpur Wood Company", "342001", "Home & Kitchen; Handicrafts", "cocoa", "Solid sheesham and mango wood, made to be repaired."),
  store("Sabarmati Naturals", "380009", "Beauty & Ayurveda; Grocery", "neem", "Cold-pressed, sun-dried and simply packed."),
  store("Surat Saree Bazaar", "395003", "Fashion", "plum", "Georgette, chiffon and lehengas from the textile market."),
  store("Rajkot Tools & Hardware", "360001", "Garden & Tools; Electronics", "charcoal", "Tools that are lent to neighbours and come back."),
  store("Bandra Beauty Room", "400050", "Beauty & Ayurveda; Fashion", "rose", "Make-up and skin care for Indian skin, chosen by two sisters."),
  store("Deccan Book Depot", "411004", "Books & Stationery; Toys & Baby", "peacock", "Exam books, story books and everything with a nib."),
  store("Nagpur Gadget Point", "440010", "Electronics", "sky", "Fast dispatch from the centre of the country."),
  store("Malwa Mills Store", "452001", "Grocery; Home & Kitchen", "turmeric", "Poha, sev and steel from Indore."),
  store("Charminar Bazaar", "500029", "Fashion; Grocery; Beauty & Ayurveda", "teal", "Bangles, attar, biryani masala: the lanes of the old city, in a box."),
  store("Namma Organics", "560004", "Grocery; Garden & Tools", "leaf", "Millets, coffee and seedlings from farmers we know by name."),
  store("Mysuru Silk & Sandal", "570002", "Fashion; Beauty & Ayurveda; Puja & Festive", "saffron", "Crepe silk, sandal soap and agarbatti from Mysuru."),
  store("Channapatna Toy Village", "560078", "Toys & Baby; Handicrafts", "marigold", "Lacquered toys that are safe to chew."),
  store("Marina Electronics", "600017", "Electronics; Home & Kitchen", "charcoal", "Mixers, fans and phones from Ranganathan Street."),
  store("Kanchi Pattu Nilayam", "631501", "Fashion", "brick", "Kanjivaram silk with the weaver's mark."),
  store("Kovai Pump & Garden", "641001", "Garden & Tools; Home & Kitchen", "mehendi", "Made in Coimbatore: tools, pumps and pots."),
  store("Malabar Spice Wharf", "682016", "Grocery; Beauty & Ayurveda", "terracotta", "Pepper, cardamom and coconut from the other side of the ghats."),
  store("Calicut Sports House", "673006", "Sports & Fitness", "leaf", "For every maidan between the hills and the sea."),
  store("Bengal Haat", "700029", "Handicrafts; Fashion; Grocery", "vermilion", "Tant, terracotta, nolen gur and Kalighat paintings."),
  store("College Street Books", "700019", "Books & Stationery", "brick", "Classics in Bengali and English, new and well kept."),
  store("Kalinga Kala", "752104", "Handicrafts; Fashion", "peacock", "Pattachitra, appliqué and Sambalpuri from the makers."),
  store("Brahmaputra Tea House", "781001", "Grocery; Handicrafts", "neem", "Assam tea, bamboo and cane."),
  store("Meerut Cricket Works", "110006", "Sports & Fitness; Toys & Baby", "indigo", "Bats pressed and knocked in by people who still play."),
  store("Dilli Darwaza Décor", "110048", "Home & Kitchen; Puja & Festive", "rani", "Lamps, rugs and gifts for houses with guests.", "pending"),
  store("Himalayan Trail Store", "248001", "Sports & Fitness; Fashion", "sky", "Tents and woollens for real cold.", "pending"),
  store("Nashik Naturals", "422002", "Beauty & Ayurveda; Grocery", "plum", "Raisins, grape-seed oil and soap.", "pending"),
  store("Mandovi Cashew House", "403507", "Grocery; Handicrafts", "turmeric", "Cashews, kokum and azulejo tiles.", "pending"),
  store("Sasta Super Store", "110031", "Electronics; Home & Kitchen; Toys & Baby", "charcoal", "Everything cheap.", "suspended"),
  store("Glow Fast Cosmetics", "395003", "Beauty & Ayurveda", "lotus", "Results overnight.", "suspended"),
]
