import { Tag } from 'lucide-react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { StatePanel } from './StatePanel.tsx';

type NotForSalePanelProps = {
  id: number;
  title: string;
  /** Why, in a sentence. */
  reason: string;
};

/** Nothing can be bought here: free and subscription resources, drafts, and portals without a payment provider. */
export function NotForSalePanel({ id, title, reason }: NotForSalePanelProps) {
  return (
    <StatePanel
      headingLevel={1}
      title="Nothing to pay here"
      icon={<Tag size={32} className="text-muted-foreground" />}
      actions={
        <AppLink href={paths.resource(id)} className={buttonClasses({})}>
          View Resource
        </AppLink>
      }
    >
      <p>{title}</p>
      <p>{reason}</p>
    </StatePanel>
  );
}
