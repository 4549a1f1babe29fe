import { Link } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { EmptyArt } from '../../ui/ShapeArt.tsx';

type StatePanelProps = {
  title: string;
  /** 32 px. */
  icon: ReactNode;
  /** Sentences. */
  children: ReactNode;
  actions?: ReactNode;
  /** 1 where the panel is all that the page shows. */
  headingLevel?: 1 | 2;
};

/** The state of a payment, in place of the form. Its heading takes the focus, because the focused button is gone. */
export function StatePanel({ title, icon, children, actions, headingLevel = 2 }: StatePanelProps) {
  const heading = useHeadingFocus(title);
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <Card className="flex flex-col items-center gap-3 py-10! text-center">
      {icon}
      <Heading ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      <div role="status" className="flex w-full max-w-120 flex-col wrap-anywhere gap-2 text-muted-foreground">
        {children}
      </div>
      {actions ? (
        <div className="mt-3 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">{actions}</div>
      ) : null}
    </Card>
  );
}

/** Shown on a payment page when the resource does not exist for the member (CHECKOUT-03). */
export function UnknownResource() {
  return (
    <StatePanel
      headingLevel={1}
      title="Resource not found"
      icon={<EmptyArt className="mb-3" />}
      actions={
        <Link to="/browse" className={buttonClasses({})}>
          Browse Resources
        </Link>
      }
    >
      <p>It does not exist or has been removed. Nothing has been charged.</p>
    </StatePanel>
  );
}

type NotForSalePanelProps = {
  id: number;
  title: string;
  /** The reason, as a sentence. */
  reason: string;
};

/** The resource cannot be bought: it is free, by subscription or a draft, or the portal has no payment provider. */
export function NotForSalePanel({ id, title, reason }: NotForSalePanelProps) {
  return (
    <StatePanel
      headingLevel={1}
      title="Nothing to pay here"
      icon={<Tag size={32} className="text-muted-foreground" />}
      actions={
        <Link to="/resource/$id" params={{ id: String(id) }} className={buttonClasses({})}>
          View Resource
        </Link>
      }
    >
      <p>{title}</p>
      <p>{reason}</p>
    </StatePanel>
  );
}
