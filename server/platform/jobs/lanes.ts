/** Each lane has workers of its own on every node, so that a long queue in one blocks no job of another (OPS-04). */
export const laneNames = ['now', 'normal', 'webhooks', 'bulk'] as const;

export type Lane = (typeof laneNames)[number];

/**
 * The lanes of tasks by their names: `now` for jobs that a person waits for, `webhooks` for calls of receivers that may
 * be slow, `bulk` for jobs that take long or come in thousands.
 */
export type Lanes = Readonly<Record<string, Exclude<Lane, 'normal'>>>;

export type LaneOf = (task: string) => Lane;

/** Number of jobs of each lane that a node runs at once. */
export type LaneSizes = Readonly<Record<Lane, number>>;
