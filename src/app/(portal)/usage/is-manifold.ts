/** Whether requests rose more than tenfold: a share would say more about the little before than about now. */
export const isManifold = (now: number, before: number): boolean => now > before * 10
