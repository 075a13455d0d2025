// SPDX-License-Identifier: Apache-2.0

/** Checks licences of Basics Portal in a desktop tool. */
module basics.licence {
  requires java.net.http;
  requires java.xml;

  exports basics;
}
