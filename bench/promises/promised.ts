/** One line of what is promised, and what was reached. */
export type Promised = { measure: string; reached: string; goal: string; isMet: boolean };

/** How large the portal is, and how many minutes are measured where ten are meant. */
export type Extent = { minutes: number; members: number; resources: number };
