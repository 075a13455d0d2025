// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"context"
	"time"
)

// maxWait is the longest time between two checks. A timer stands still while the PC sleeps, so a change can be seen late by this time.
const maxWait = 600

// NextChange returns the first time after now at which the dates of a licence change something: the beginning of the day (in UTC) on which days
// days are left, the expiry, or the end of the grace period. It is nil if none of them is after now, and for a licence without end.
func NextChange(licence Licence, days, now int64) *int64 {
	if licence.ExpiresAt == Never {
		return nil
	}
	warning := (lastDay(licence.ExpiresAt) - days) * day
	for _, each := range []int64{warning, licence.ExpiresAt, licence.ExpiresAt + licence.GraceDays*day} {
		if each > now {
			return &each
		}
	}
	return nil
}

// Watch checks the licence at each change of its dates and at least every ten minutes, until ctx ends. It calls onChange with each finding that
// has another code than the one before, or that is the first one with at most days days left.
func (tool Tool) Watch(ctx context.Context, days int64, onChange func(Finding)) {
	isNear := func(finding Finding) bool { return finding.DaysLeft != nil && *finding.DaysLeft <= days }
	last := tool.Status(time.Now().Unix())
	for {
		now, wait := time.Now().Unix(), int64(maxWait)
		if last.Licence != nil {
			if next := NextChange(*last.Licence, days, now); next != nil {
				wait = least(wait, *next-now)
			}
		}
		timer := time.NewTimer(time.Duration(wait) * time.Second)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		before := last
		last = tool.Status(time.Now().Unix())
		if last.Code != before.Code || isNear(last) != isNear(before) {
			onChange(last)
		}
	}
}
