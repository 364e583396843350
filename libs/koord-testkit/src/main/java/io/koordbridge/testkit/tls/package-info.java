/** Certificates for tests of TLS, made by the keytool of the JDK. */
@NullMarked
package io.koordbridge.testkit.tls;

import org.jspecify.annotations.NullMarked;
