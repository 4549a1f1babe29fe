/** Each lane has jobs of its own on every node, so that a long queue in one keeps no job of another waiting (OPS-04). */
export const laneNames = ['now', 'normal', 'bulk'] as const;

export type Lane = (typeof laneNames)[number];

/** The lanes of tasks by their names: `now` is what a person waits for, `bulk` what takes long or comes in thousands. */
export type Lanes = Readonly<Record<string, Exclude<Lane, 'normal'>>>;

/** The lane of a task. */
export type LaneOf = (task: string) => Lane;

/** How many jobs of each lane a node runs at once. */
export type LaneSizes = Readonly<Record<Lane, number>>;
