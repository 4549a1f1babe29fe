import { CircleX } from 'lucide-react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { StatePanel } from './StatePanel.tsx';

type UnpaidPanelProps = { title: string; reason: string; resourceId: number | null };

/** Somebody comes back without having paid (SUCCESS-07): why, and the way back to the checkout. */
export function UnpaidPanel({ title, reason, resourceId }: UnpaidPanelProps) {
  return (
    <StatePanel
      headingLevel={1}
      title={title}
      icon={<CircleX size={32} className="text-destructive" />}
      actions={
        resourceId === null ? (
          <AppLink href={paths.browse()} className={buttonClasses({})}>
            Browse Resources
          </AppLink>
        ) : (
          <AppLink href={paths.checkout(resourceId)} className={buttonClasses({})}>
            Back to checkout
          </AppLink>
        )
      }
    >
      <p>{reason}</p>
    </StatePanel>
  );
}
