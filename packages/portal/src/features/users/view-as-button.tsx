import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ScanEye } from 'lucide-react';
import type { User } from '@basics/contract/users.ts';
import { beginView } from '#portal/session/view-as.queries.ts';
import { viewAs as texts } from '#portal/texts/view-as.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Button } from '#portal/ui/layout/button.tsx';

/** The button that starts viewing the portal as another user, and opens the home page. */
export function ViewAsButton({ user }: { user: User }) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const startViewMutation = useMutation({
    mutationFn: () => beginView(user.userId),
    onSuccess: () => navigate({ to: '/' }),
    onError: (error) => toasts.problem(`${texts.failed}. ${error.message}`),
  });
  return (
    <Button
      icon={<ScanEye aria-hidden="true" />}
      busy={startViewMutation.isPending}
      onClick={() => startViewMutation.mutate()}
    >
      {texts.open}
    </Button>
  );
}
