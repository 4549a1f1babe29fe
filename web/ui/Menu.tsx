import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import type { RenderLink } from './link.ts';

export type MenuProps = {
  /** Button of the menu; it must pass its props on to a `<button>`. */
  trigger: ReactElement;
  items: MenuItem[];
  align?: 'start' | 'end';
  /** Classes of the list of items. */
  className?: string;
  /** Set when the menu is open from the start. After `keyboard` the focus starts at the first item. */
  openedBy?: 'pointer' | 'keyboard';
};

const itemClasses =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-sm font-medium outline-none select-none ' +
  'data-highlighted:bg-accent data-highlighted:text-accent-foreground pointer-coarse:min-h-11';

/** Dropdown of links and actions. Heavy: use `LazyMenu` in the shell. */
export function Menu({ trigger, items, align = 'end', className, openedBy }: MenuProps) {
  const content = useRef<HTMLDivElement>(null);
  // Radix was not loaded when the key was pressed, so the focus is set here.
  useEffect(() => {
    if (openedBy === 'keyboard') content.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [openedBy]);
  return (
    // Not modal, because a modal menu locks the scroll through an inserted style element, which the content security
    // policy refuses. The content is rendered beside its button, not at the end of the page, so that it belongs to the
    // button's landmark.
    <DropdownMenu.Root modal={false} defaultOpen={openedBy !== undefined}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={content}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        // The focus returns to the button unless a dialog or screen that the chosen item opened already has it.
        onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
        className={classes(
          'z-50 min-w-48 animate-rise rounded-md border border-border bg-popover p-1.5 text-popover-foreground shadow-lg',
          className,
        )}
      >
        {items.map((item) => (
          <MenuLine key={item.kind === 'separator' ? item.id : item.label} item={item} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function MenuLine({ item }: { item: MenuItem }) {
  if (item.kind === 'separator') return <DropdownMenu.Separator className="my-1.5 h-px bg-border" />;
  const content = (
    <>
      {item.icon}
      {item.label}
    </>
  );
  if (item.kind === 'link') {
    return <DropdownMenu.Item asChild>{item.link({ className: itemClasses, children: content })}</DropdownMenu.Item>;
  }
  if (item.kind === 'choice') {
    return (
      <DropdownMenu.CheckboxItem
        checked={item.isChosen}
        onSelect={(event) => {
          if (item.staysOpen) event.preventDefault();
          item.onSelect();
        }}
        className={itemClasses}
      >
        {content}
        <DropdownMenu.ItemIndicator className="ml-auto">
          <Check size={16} />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item
      onSelect={item.onSelect}
      className={classes(itemClasses, item.isDestructive && 'text-destructive data-highlighted:text-destructive')}
    >
      {content}
    </DropdownMenu.Item>
  );
}

/** Item of a menu. Icons are 16 px. */
export type MenuItem =
  | { kind: 'link'; label: string; link: RenderLink; icon?: ReactNode }
  | { kind: 'action'; label: string; onSelect: () => void; icon?: ReactNode; isDestructive?: boolean }
  /** A choice among exclusive ones, or with `staysOpen` among several that can be chosen together. */
  | { kind: 'choice'; label: string; isChosen: boolean; onSelect: () => void; icon?: ReactNode; staysOpen?: boolean }
  | { kind: 'separator'; id: string };
