import { accessTypes, resourceTypes } from '#contract/catalogue.ts';
import type { Filter } from './rules.ts';

/** So many lists of the index are followed at once sooner than two that are each as long as many of them. */
const mostTogether = 32;

/**
 * What a resource must be labelled with to fit a filter's types, access and principles: one label of each list. They
 * are those of the function resource_labels.
 */
export function labelsOf({ types, accessTypes: access, principlesBits }: Filter): string[][] {
  const kinds = (types.length > 0 ? types : resourceTypes).flatMap((type) =>
    (access.length > 0 ? access : accessTypes).map((one) => `${type} ${one}`),
  );
  const together = kinds.flatMap((kind) => principlesBits.map((bits) => `${kind} ${bits}`));
  if (together.length > 0 && together.length <= mostTogether) return [together];
  const asksKind = types.length > 0 || access.length > 0;
  return [...(asksKind ? [kinds] : []), ...(principlesBits.length > 0 ? [principlesBits.map(String)] : [])];
}
