import { ChevronDown, CircleUserRound, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useMember } from '../identity/accounts/api.ts';
import { fullName } from '../identity/accounts/display.ts';
import { useSignOut } from '../identity/sign-in/session-api.ts';
import { toastUnavailable } from '../platform/lazy-dialog.ts';
import { linkTo } from '../platform/link.tsx';
import { chooseTheme, type Theme, useTheme } from '../platform/theme.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classes } from '../ui/classes.ts';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

const themes: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light theme', Icon: Sun },
  { theme: 'dark', label: 'Dark theme', Icon: Moon },
  { theme: 'system', label: 'System theme', Icon: Monitor },
];

/** Menu with the member's own pages, the theme and "Log out", on the right of the header. */
export function UserMenu() {
  const member = useMember();
  const signOut = useSignOut();
  const chosen = useTheme();
  const items: MenuItem[] = [
    { kind: 'link', label: 'Profile', link: linkTo({ to: '/profile' }), icon: <CircleUserRound size={16} /> },
    { kind: 'link', label: 'Settings', link: linkTo({ to: '/settings' }), icon: <Settings size={16} /> },
    { kind: 'separator', id: 'before-themes' },
    ...themes.map(({ theme, label, Icon }) => ({
      kind: 'choice' as const,
      label,
      isChosen: theme === chosen,
      icon: <Icon size={16} />,
      onSelect: () => chooseTheme(theme),
    })),
    { kind: 'separator', id: 'before-log-out' },
    { kind: 'action', label: 'Log out', icon: <LogOut size={16} />, onSelect: () => signOut.mutate() },
  ];
  const trigger = <UserMenuButton name={fullName(member)} image={member.profileImageUrl} />;
  return <LazyMenu trigger={trigger} items={items} onUnavailable={toastUnavailable} />;
}

type UserMenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & { name: string; image: string | null };

/** Trigger of the user menu's `LazyMenu`: picture or initials, and the name from 1024 px. */
function UserMenuButton({ name, image, className, ...rest }: UserMenuButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classes('flex min-h-11 items-center gap-2.5 rounded-md p-1 text-sm font-semibold', className)}
    >
      <VisuallyHidden>User menu </VisuallyHidden>
      <Avatar name={name} image={image} />
      <span translate="no" className="max-w-56 truncate max-lg:hidden">
        {name}
      </span>
      <ChevronDown size={16} className="text-muted-foreground max-lg:hidden" />
    </button>
  );
}
