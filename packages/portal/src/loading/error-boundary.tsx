import { Component } from 'react';
import type { ReactNode } from 'react';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Returns what is shown instead of the children, when one of the children has thrown an error. */
  fallback: (error: unknown) => ReactNode;
};

type CaughtError = { error: unknown } | null;

/** Limits an error in its children to this part of the page. React offers error boundaries to class components only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: CaughtError }> {
  static getDerivedStateFromError(error: unknown): { failure: CaughtError } {
    return { failure: { error } };
  }

  override state: { failure: CaughtError } = { failure: null };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
