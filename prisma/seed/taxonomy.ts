import { beauty } from "./departments/beauty"
import { books } from "./departments/books"
import type { Department } from "./departments/department"
import { electronics } from "./departments/electronics"
import { fashion } from "./departments/fashion"
import { garden, puja } from "./departments/festive"
import { grocery } from "./departments/grocery"
import { handicrafts } from "./departments/handicrafts"
import { home } from "./departments/home"
import { sports, toys } from "./departments/leisure"

/** The category tree: departments, their groups, and the leaves that have products. */
export const TAXONOMY: readonly Department[] = [
  grocery,
  fashion,
  electronics,
  home,
  beauty,
  handicrafts,
  books,
  puja,
  toys,
  sports,
  garden,
]
