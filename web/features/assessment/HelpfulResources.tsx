import type { HelpfulResource, RecommendedAction } from '#contract/assessment.ts';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { AppLink } from '../../platform/link.tsx';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Price } from '../../ui/Price.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { shownPrice } from '../catalogue/display.ts';
import { costNames, fitNotes } from './results-display.ts';

/** The resources that help with an action, each with why it is open or what it costs. */
export function HelpfulResources({ action }: { action: RecommendedAction }) {
  const note = fitNotes[action.fit];
  return (
    <>
      {note ? <p className="mt-2 text-xs text-muted-foreground">{note}</p> : null}
      {action.resources.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1.5">
          {action.resources.map((resource) => (
            <li key={resource.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <AppLink href={paths.resource(resource.id)} className={`${textLinkClasses} text-left`}>
                <TypeIcon type={resource.type} size={16} />
                {resource.title}
              </AppLink>
              <Cost resource={resource} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const tones: Record<HelpfulResource['cost'], BadgeTone> = {
  owned: 'success',
  free: 'free',
  plan: 'subscription',
  price: 'neutral',
};

function Cost({ resource }: { resource: HelpfulResource }) {
  const { currency } = usePortalConfig();
  const name = costNames[resource.cost];
  if (name) return <Badge tone={tones[resource.cost]}>{name}</Badge>;
  const { amount, interval } = shownPrice(resource);
  return (
    <span className="text-sm">
      <Price amount={amount} currency={currency} interval={interval} />
    </span>
  );
}
