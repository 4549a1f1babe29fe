import type { ArticleDocument } from '#contract/article-nodes.ts';
import { plainTextOf } from '#contract/article-text.ts';
import type { SideWords } from '../../admin/EditConflict.tsx';
import { changedLines } from '../../platform/difference.ts';
import { labelIn, listOf, type Words } from '../../platform/words.ts';
import { principleNames } from '../../ui/shapes.ts';
import { accessTypeNames, linesOf, roleNames } from '../catalogue/display.ts';
import { instantOf, momentText, phaseLabels } from './display.ts';
import type { ResourceValues } from './values.ts';

type Product = { id: number; name: string };

/** The words of fields whose stored values say little: options by their labels, texts by what was changed in them. */
export function resourceWords(products: readonly Product[]): SideWords {
  return ({ name, base }, value) => {
    switch (name) {
      case 'description':
        return changesOf(String(base ?? '').split('\n'), String(value ?? '').split('\n'));
      case 'article':
        return articleWords(asText(base), asText(value));
      case 'accessType':
        return labelIn(accessTypeNames, value);
      case 'roleAffiliations':
        return listOf(value, (one) => labelIn(roleNames, one));
      case 'rappPrinciples':
        return listOf(value, (one) => labelIn(principleNames, one));
      case 'rappImplementationPhase':
        return listOf(value, (one) => labelIn(phaseLabels, one));
      case 'onlineProductId':
        return value === '' ? 'None' : products.find(({ id }) => String(id) === value)?.name;
      case 'publishAt':
        return momentWords(value);
      case 'metadata.slideshowImages':
        return slideWords(value);
      case 'metadata.subscriptionBenefits':
        return listOf(linesOf(String(value ?? '')), String);
      default:
        return undefined;
    }
  };
}

/** A time as date fields hold it, as people read it. */
export function momentWords(value: unknown): string | undefined {
  const instant = typeof value === 'string' ? instantOf(value) : null;
  return instant === null || Number.isNaN(Date.parse(instant)) ? undefined : momentText(instant);
}

// Whatever the form holds of its slides is of this shape.
const slideWords = (value: unknown) =>
  listOf(value, (slide) => slideText(slide as ResourceValues['metadata']['slideshowImages'][number]));

const slideText = ({ url, text }: { url: string; text: string }) => text || `No words (${url.split('/').at(-1)})`;

/** What a side has changed in a text of several lines since the form was opened. */
function changesOf(before: readonly string[], after: readonly string[]): Words | undefined {
  if (before.length < 2 && after.length < 2) return undefined;
  const changes = changedLines(before, after);
  return changes.length === 0 ? 'As it was when you opened it' : { changes };
}

// What the form holds of a text was saved or written as one.
const asText = (value: unknown) => (value ?? null) as ArticleDocument | null;

function articleWords(before: ArticleDocument | null, after: ArticleDocument | null): Words {
  if (after === null) return 'None';
  const lines = (text: ArticleDocument | null) => (text === null ? [] : plainTextOf(text).split('\n'));
  const changes = changedLines(lines(before), lines(after));
  if (changes.length > 0) return { changes };
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? 'As it was when you opened it' : 'The same words with other looks, links or pictures';
}
