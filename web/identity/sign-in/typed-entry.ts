const nothing = { email: '', firstName: '', lastName: '', organization: '' };

let kept = nothing;

/** What was typed into the forms, for the way back from another tab or page (AUTH-11); the password is not kept. */
export const typed = () => kept;

export function keepTyped(fields: Partial<typeof nothing>): void {
  kept = { ...kept, ...fields };
}

export function forgetTyped(): void {
  kept = nothing;
}
