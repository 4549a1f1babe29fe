/** What undoes each step that was taken, in the order of the steps. */
export type Stops = (() => Promise<unknown>)[];

/** Undoes in reverse what the work took, at its end, when it fails and when somebody interrupts it. */
export async function withStops(work: (stops: Stops) => Promise<void>): Promise<void> {
  const stops: Stops = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    await work(stops);
  } finally {
    await stopAll();
  }
}
