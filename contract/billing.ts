import * as z from 'zod/mini';

/** The answer to an event of the payment provider, known or new. */
export const EventReceived = z.object({ received: z.literal(true) });
export type EventReceived = z.infer<typeof EventReceived>;
