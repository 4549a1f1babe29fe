import { Link } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { Card } from '#web/ui/Card.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { keyOf, nameOf } from './people-display.ts';

/** Explains to a person what owners and managers of the organisation can see (ORG-10). */
export function SeenCard({ organisation: { name, ownSeats } }: { organisation: Organisation }) {
  return (
    <Card>
      <h2>What your organisation can see</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">Owners and managers of {name}.</p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <Part title="They see" icon={<Eye size={18} className="text-success-text" />}>
          <li>Your name and email address</li>
          <li>Your role and since when you are here</li>
          <li>Which of its seats you have, and since when</li>
          <li>
            What they assigned to you, and whether each is not started, in progress, completed or overdue, with the day
          </li>
          <li>Of the knowledge checks of what they assigned: passed, attempts used and best score</li>
          <li>Certificates for learning they assigned</li>
          <li>The role in your profile, in counts of who completed what</li>
        </Part>
        <Part title="They never see" icon={<EyeOff size={18} className="text-muted-foreground" />}>
          <li>Anything else you open, read or save</li>
          <li>How far you have read and for how long</li>
          <li>What you buy for yourself</li>
          <li>Your answers to knowledge checks and assessments, also to those of the organisation</li>
          <li>When you sign in</li>
        </Part>
      </div>
      {ownSeats.length > 0 ? (
        <>
          <h3 className="mt-6 text-sm font-semibold">Your seats</h3>
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {ownSeats.map((seat) => (
              <li key={keyOf(seat)} className="wrap-anywhere">
                {seat.resourceId === null ? (
                  nameOf(seat)
                ) : (
                  <TextLink asChild>
                    <Link to="/resource/$id" params={{ id: String(seat.resourceId) }}>
                      {nameOf(seat)}
                    </Link>
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}

function Part({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        {icon}
        {title}
      </h3>
      <ul className="mt-2 flex flex-col gap-1.5 text-sm text-muted-foreground">{children}</ul>
    </div>
  );
}
