import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { typeNames } from '../../catalogue/catalogue/display.ts';
import { seenOfNewcomers } from '../../organisations/organisations/seen-display.ts';
import { initials } from '../../ui/Avatar.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { firstNameOf, type Occasion } from './occasion-display.ts';

/** Beside the form: who gives or invites, and what (ENTRY-03). */
export function OccasionPanel({ occasion }: { occasion: Occasion }) {
  return occasion.kind === 'gift' ? <Gift gift={occasion.opened} /> : <Invitation invitation={occasion.opened} />;
}

function Gift({ gift }: { gift: OpenGift }) {
  const { from, message, title, type } = gift;
  const kindOfGift = typeNames[type].toLowerCase();
  return (
    <Context>
      <From name={from}>gives you a gift</From>
      <Title>{`A gift for you from ${firstNameOf(from)}`}</Title>
      {message ? (
        <blockquote className="border-l-2 border-on-brand-muted pl-4 whitespace-pre-line wrap-anywhere">
          “{message}”
        </blockquote>
      ) : null}
      <ResourceFacts
        resource={{ ...gift, id: gift.resourceId }}
        note={`Paid for. This ${kindOfGift} stays in your account.`}
        title={title}
      />
      <Seen>{firstNameOf(from)} sees that the gift was accepted, not what you read or how far.</Seen>
    </Context>
  );
}

function Invitation({ invitation: { organisation, invitedBy } }: { invitation: OpenInvitation }) {
  return (
    <Context>
      {invitedBy ? (
        <From name={invitedBy.name}>
          {invitedBy.role === 'owner' ? 'Owner' : 'Manager'} at {organisation}
        </From>
      ) : null}
      <Title>Join {organisation}</Title>
      <p>You find what {organisation} assigns to you, and open what it pays for. What you buy yourself stays yours.</p>
      <Seen>{seenOfNewcomers}</Seen>
    </Context>
  );
}

/** Beside the form: the resource that the visitor comes back to (ENTRY-05). */
export function ReturnPanel({ resource }: { resource: PublicSummary }) {
  return (
    <Context>
      <Title>{resource.title}</Title>
      <ResourceFacts resource={resource} note={resource.description} title={null} />
      <p className="text-on-brand-muted">You return to it as soon as you are in.</p>
    </Context>
  );
}

function Context({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-132 flex-col gap-5 lg:my-auto lg:gap-10">{children}</div>;
}

function From({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm text-on-brand-muted">
      <span
        aria-hidden="true"
        className="grid size-8 flex-none place-items-center rounded-full bg-brand-raised text-xs font-semibold text-on-brand"
      >
        {initials(name)}
      </span>
      <span>
        <b className="block font-semibold text-on-brand wrap-anywhere">{name}</b>
        {children}
      </span>
    </p>
  );
}

function Title({ children }: { children: ReactNode }) {
  return (
    <h2 className="font-display text-2xl font-semibold tracking-[-0.02em] text-balance wrap-anywhere lg:text-4xl lg:leading-12">
      {children}
    </h2>
  );
}

type Shown = Pick<PublicSummary, 'id' | 'type' | 'rappPrinciples' | 'thumbnailUrl' | 'featuredImageUrl'>;

function ResourceFacts({ resource, title, note }: { resource: Shown; title: string | null; note: string }) {
  const { id, type, rappPrinciples, thumbnailUrl, featuredImageUrl } = resource;
  return (
    <div className="flex items-center gap-4 rounded-lg bg-card p-4 text-card-foreground">
      <ResourceCover
        id={id}
        type={type}
        principles={rappPrinciples}
        imageUrl={thumbnailUrl ?? featuredImageUrl}
        cut="square"
        className="w-22! flex-none rounded-sm border border-border"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-xs font-semibold text-muted-foreground">
          <TypeIcon type={type} />
          {typeNames[type]}
        </p>
        {title ? <p className="mt-1 font-semibold text-pretty wrap-anywhere">{title}</p> : null}
        <p className="mt-1 line-clamp-3 text-sm text-muted-foreground wrap-anywhere">{note}</p>
      </div>
    </div>
  );
}

function Seen({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-pretty text-on-brand-muted">
      <Eye size={16} className="mt-0.5 flex-none" />
      <span>{children}</span>
    </p>
  );
}
