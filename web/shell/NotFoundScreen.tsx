import { useNavigate } from '@tanstack/react-router';
import { usePage } from '../platform/page.ts';
import { Button } from '../ui/Button.tsx';
import { useHeadingFocus } from '../ui/PageHeading.tsx';
import { EmptyArt } from '../ui/ShapeArt.tsx';

/** The 404 page (NAV-04, NAV-05). */
export function NotFoundScreen() {
  const navigate = useNavigate();
  const heading = useHeadingFocus('not-found');
  usePage('Page not found');
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-2 px-4 text-center">
      <EmptyArt className="mb-4" />
      <h1 ref={heading} tabIndex={-1}>
        404 Page not found
      </h1>
      <p className="text-muted-foreground">The page you're looking for doesn't exist.</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void navigate({ to: '/' })}>Go to Dashboard</Button>
        <Button variant="outline" onClick={() => void navigate({ to: '/auth' })}>
          Login
        </Button>
      </div>
    </main>
  );
}
