import type { Random } from "./random"

export interface Person {
  name: string
  locale: "en" | "hi" | "mai"
}

interface Region {
  share: number
  given: string
  family: string
  /** Weights of the interface languages. */
  locales: readonly (readonly [Person["locale"], number])[]
}

const REGIONS: readonly Region[] = [
  {
    share: 16,
    given:
      "Ananya Aditya Kavita Shubham Pooja Vivek Ritu Saurabh Neha Manish Sunita Rahul Archana Abhishek Nikhil Shweta Kumud Lalit Bibha Sanjay",
    family: "Jha Mishra Thakur Chaudhary Karna Labh Pathak Kumar Yadav Mandal",
    locales: [
      ["mai", 4],
      ["hi", 4],
      ["en", 3],
    ],
  },
  {
    share: 22,
    given:
      "Amit Priya Rajesh Anjali Deepak Sneha Vikas Nisha Ankit Swati Rohit Megha Sandeep Rashmi Gaurav Komal Farhan Ayesha Imran Zoya",
    family: "Sharma Verma Gupta Singh Agarwal Tiwari Srivastava Saxena Khan Ansari Chauhan Rawat",
    locales: [
      ["hi", 5],
      ["en", 5],
    ],
  },
  {
    share: 12,
    given: "Harpreet Gurpreet Simran Jaspreet Manpreet Navdeep Kiran Arjun Rupinder Balwinder",
    family: "Singh Kaur Gill Sandhu Sidhu Dhillon Bedi Arora",
    locales: [
      ["en", 6],
      ["hi", 4],
    ],
  },
  {
    share: 14,
    given: "Sourav Ishita Arnab Debolina Subhash Moumita Anirban Paromita Tapan Sharmila Pranab Madhurima",
    family: "Banerjee Chatterjee Mukherjee Ghosh Das Sen Bose Dutta Roy Saha",
    locales: [
      ["en", 9],
      ["hi", 1],
    ],
  },
  {
    share: 12,
    given: "Hetal Chirag Bhavna Jignesh Nirav Komal Mehul Falguni Dhaval Rupal Hardik Ami",
    family: "Patel Shah Mehta Desai Joshi Trivedi Parmar Solanki Thakkar",
    locales: [
      ["en", 7],
      ["hi", 3],
    ],
  },
  {
    share: 12,
    given: "Aarti Sachin Prachi Ganesh Vaishali Omkar Rutuja Swapnil Manasi Tejas Gauri Yogesh",
    family: "Patil Deshmukh Kulkarni Jadhav Pawar Shinde Bhosale Kale More",
    locales: [
      ["en", 7],
      ["hi", 3],
    ],
  },
  {
    share: 16,
    given: "Karthik Lakshmi Suresh Divya Murugan Meenakshi Arun Kavya Vignesh Revathi Senthil Anitha Prakash Nandini",
    family: "Subramanian Krishnan Raman Iyer Pillai Natarajan Selvam Murthy Rajan Sundaram",
    locales: [["en", 10]],
  },
  {
    share: 14,
    given: "Ravi Sowmya Manjunath Shruthi Venkatesh Padma Srinivas Swapna Harish Bhavani Naveen Deepika",
    family: "Reddy Rao Gowda Hegde Naidu Shetty Prasad Bhat Chowdary Kamath",
    locales: [
      ["en", 9],
      ["hi", 1],
    ],
  },
  {
    share: 10,
    given: "Anu Joseph Sreeja Thomas Asha Rajeev Mini Biju Fathima Nisar Reshma Sajan",
    family: "Nair Menon Kurian Varghese Mathew Thampi Kutty Panicker Basheer Warrier",
    locales: [["en", 10]],
  },
  {
    share: 8,
    given: "Bhaskar Rituparna Dipankar Junali Temsula Lalthan Ibomcha Tenzin Banri Pemba",
    family: "Baruah Saikia Kalita Ao Ralte Singh Lepcha Marak Bora Bhutia",
    locales: [
      ["en", 9],
      ["hi", 1],
    ],
  },
]

export function drawPerson(random: Random): Person {
  const { given, family, locales } = random.weighted(REGIONS.map((region) => [region, region.share] as const))
  return {
    name: `${random.pick(given.split(" "))} ${random.pick(family.split(" "))}`,
    locale: random.weighted(locales),
  }
}

/**
 * Draws an email address such as `ananya.jha@example.in`, with a number if it is taken. All domains are reserved for
 * examples.
 */
export function drawEmail(name: string, taken: Set<string>, random: Random): string {
  const stem = name.toLowerCase().replace(/[^a-z]+/g, ".")
  const domain = random.pick(["example.in", "example.com", "example.in", "example.org"])
  for (let number = 1; ; number++) {
    const email = `${stem}${number === 1 ? "" : number}@${domain}`
    if (!taken.has(email)) {
      taken.add(email)
      return email
    }
  }
}

/** Draws an Indian mobile number; all share the same five digits, so that none belongs to a real person. */
export function drawPhone(random: Random): string {
  return `+9199999${String(random.int(0, 99999)).padStart(5, "0")}`
}

const HOUSES = [
  "Flat 302, Shanti Apartments",
  "House No. 14",
  "B-27, Second Floor",
  "12/4",
  "Flat 7C, Lotus Residency",
  "Plot 88",
  "Quarter 21",
  "45, Ground Floor",
  "A-103, Gulmohar Heights",
  "Near the old well, House 9",
  "Villa 6, Palm Grove",
  "3rd Floor, Krishna Kunj",
  "Door No. 17-2",
]
const STREETS = [
  "Station Road",
  "Gandhi Path",
  "Temple Street",
  "Nehru Marg",
  "Subhash Chowk",
  "Lake Road",
  "College Road",
  "Market Lane",
  "Second Cross",
  "Ring Road",
  "Vidyapati Marg",
  "Mandir Gali",
  "Shivaji Marg",
]
const LANDMARKS = [
  "opposite the post office",
  "near the water tank",
  "behind the Hanuman temple",
  "next to the government school",
  "above the sweet shop",
  "near the bus stand",
  "beside the masjid",
  "in front of the park gate",
  null,
  null,
  null,
]

export interface Street {
  line1: string
  line2: string
  landmark: string | null
}

export function drawStreet(locality: string, random: Random): Street {
  const street = random.pick(STREETS)
  return { line1: `${random.pick(HOUSES)}, ${street}`, line2: locality, landmark: random.pick(LANDMARKS) }
}
