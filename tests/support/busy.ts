/** Status of a busy node's response to a call that it does not run. */
const busy = 503;

/**
 * Repeats a call while nodes are too busy for it, as browsers do, so that the outcome does not depend on the machine.
 */
export async function untilTaken<Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== busy) return answer;
  }
}
