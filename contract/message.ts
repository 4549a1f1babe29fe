import * as z from 'zod/mini';

/**
 * A sentence, in the caller's time zone; `days` are the instants that the sentence mentions, in their order (GEN-27).
 */
export const Message = z.object({
  message: z.string(),
  days: z.optional(z.array(z.object({ text: z.string(), at: z.string() }))),
});
export type Message = z.infer<typeof Message>;
