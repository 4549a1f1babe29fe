import { toast } from '#web/platform/toast.ts';

/** Offers to end the session at the provider, too, after a sign-out here (SSO-12). */
export function offer(address: string): void {
  toast({
    title: 'You are signed out here',
    description: 'Your company account is still signed in, in this browser.',
    action: { label: 'Sign out there too', onPress: () => location.assign(address) },
  });
}
