import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { plainTextOf } from '#contract/catalogue/articles-text.ts';
import { namesIn, phaseLabels, type Words } from '#contract/words.ts';
import type { FieldWords } from '#web/admin/EditConflict.tsx';
import { dateAndTime } from '#web/dates.ts';
import { instantOf } from '#web/local-time.ts';
import { labelIn, listOf } from '#web/platform/words.ts';
import { accessTypeNames, linesOf, typeNames } from '../catalogue/display.ts';
import { type PathValues, pathWords } from './path-values.ts';
import type { PickedResource, ResourceValues } from './values.ts';

type Product = { id: number; name: string };

/** Returns words for fields whose stored values are not readable: options by their labels, an article by its text. */
export function resourceWords(products: readonly Product[], words: Words): FieldWords {
  return (name, value) => {
    switch (name) {
      case 'article':
        // Safe because the form's article is a document or absent.
        return value ? plainTextOf(value as ArticleDocument) : 'None';
      case 'type':
        return labelIn(typeNames, value);
      case 'accessType':
        return labelIn(accessTypeNames, value);
      case 'roleAffiliations':
        return listOf(value, (one) => labelIn(namesIn(words.roles), one));
      case 'rappPrinciples':
        return listOf(value, (one) => labelIn(namesIn(words.principles), one));
      case 'rappImplementationPhase':
        return listOf(value, (one) => labelIn(phaseLabels(words.phases), one));
      case 'onlineProductId':
        return value === '' ? 'None' : products.find(({ id }) => String(id) === value)?.name;
      case 'publishAt':
        return momentWords(value);
      case 'path':
        // Safe because the form's path has this type.
        return pathWords(value as PathValues);
      case 'parts':
        return listOf(value, (part) => (part as PickedResource).title);
      case 'metadata.slideshowImages':
        return slideWords(value);
      case 'metadata.subscriptionBenefits':
        return listOf(linesOf(String(value ?? '')), String);
      default:
        return undefined;
    }
  };
}

/** Returns the value of a date field in words; undefined for an empty or invalid one. */
export function momentWords(value: unknown): string | undefined {
  const instant = typeof value === 'string' ? instantOf(value) : null;
  return instant === null || Number.isNaN(Date.parse(instant)) ? undefined : dateAndTime(instant);
}

// Safe because the form's slides have this type.
const slideWords = (value: unknown) =>
  listOf(value, (slide) => slideText(slide as ResourceValues['metadata']['slideshowImages'][number]));

const slideText = ({ url, text }: { url: string; text: string }) => text || `No words (${url.split('/').at(-1)})`;
