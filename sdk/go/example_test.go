// SPDX-License-Identifier: Apache-2.0

package basicslicence_test

import (
	"fmt"

	basics "portal.example/basicslicence/v3"
)

func ExampleMakeCode() {
	facts := basics.Facts{"machine-id": {"4c4c4544"}, "system-disk": {"S4EVNX0M"}}
	claims := basics.VerificationCode{Reason: "new", ToolID: 7, Major: 1, CreatedAt: 1795000000, MachineName: "OFFICE-PC"}
	code, err := basics.MakeCode(claims, facts, basics.Print{})
	fmt.Println(err)
	read, _ := basics.ReadVerificationCode(code)
	fmt.Println(read.MachineName, read.ToolID)
	// Output:
	// <nil>
	// OFFICE-PC 7
}

func ExampleDescribe() {
	sentence, nextStep := basics.Describe("EXPIRED", "My Tool")
	fmt.Println(sentence)
	fmt.Println(nextStep)
	// Output:
	// The licence has expired.
	// Renew the licence: activate My Tool, or paste its code in the portal.
}
