import type { ReactNode } from 'react';

/** One line of a menu. Icons are 16 px. */
export type MenuItem =
  | { kind: 'link'; label: string; href: string; icon?: ReactNode }
  | { kind: 'action'; label: string; onSelect: () => void; icon?: ReactNode; isDestructive?: boolean }
  /** One of several that exclude each other. */
  | { kind: 'choice'; label: string; isChosen: boolean; onSelect: () => void; icon?: ReactNode }
  | { kind: 'separator'; id: string };
