/** Status of a reply that a busy node gives instead of doing what was asked. */
const busy = 503;

/** Repeats a call that a busy node turned away, as browsers do, so that the outcome does not depend on the machine. */
export async function untilTaken<Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== busy) return answer;
  }
}
