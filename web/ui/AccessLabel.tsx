import type { LucideIcon } from 'lucide-react';
import { CircleCheck, Lock, LockOpen, Repeat, Tag } from 'lucide-react';
import type { AccessType } from '#contract/catalogue/catalogue.ts';
import { Badge, type BadgeTone } from './Badge.tsx';

/** Labels on cards (the first three) and on the detail page. */
export type AccessLabelText =
  | 'Available'
  | 'Purchase Required'
  | 'Subscription Required'
  | 'You have access'
  | 'You do not have access'
  | 'Access Required';

const looks: Record<AccessLabelText, { tone: BadgeTone; Icon: LucideIcon }> = {
  Available: { tone: 'free', Icon: LockOpen },
  'Purchase Required': { tone: 'purchase', Icon: Tag },
  'Subscription Required': { tone: 'subscription', Icon: Repeat },
  'You have access': { tone: 'success', Icon: CircleCheck },
  'You do not have access': { tone: 'neutral', Icon: Lock },
  'Access Required': { tone: 'neutral', Icon: Lock },
};

export function AccessLabel({ label }: { label: AccessLabelText }) {
  const { tone, Icon } = looks[label];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {label}
    </Badge>
  );
}

const accessTypeIcons: Record<AccessType, { Icon: LucideIcon; colour: string }> = {
  free: { Icon: LockOpen, colour: 'text-free' },
  purchase: { Icon: Tag, colour: 'text-purchase' },
  subscription: { Icon: Repeat, colour: 'text-subscription' },
};

/** Coloured icon of an access type. Hidden from assistive technology, so its name must be beside the icon. */
export function AccessTypeIcon({ accessType, size = 16 }: { accessType: AccessType; size?: number }) {
  const { Icon, colour } = accessTypeIcons[accessType];
  return <Icon size={size} className={colour} />;
}

/** Badge of an access type in administrators' lists; `name` is "Free", "Purchase" or "Subscription". */
export function AccessTypeBadge({ accessType, name }: { accessType: AccessType; name: string }) {
  const { Icon } = accessTypeIcons[accessType];
  return (
    <Badge tone={accessType} icon={<Icon size={14} />}>
      {name}
    </Badge>
  );
}
