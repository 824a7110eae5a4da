/** Whether requests rose more than tenfold: a share would say more about the little before than about now. */
export function isManifold(now: number, before: number): boolean {
  return now > before * 10
}
