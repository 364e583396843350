/**
 * HTTP/1.1 on a unix socket (Java 16 and newer) or on loopback with a bearer token: one request for each connection, bounded
 * sizes, a deadline for each exchange, a bounded number of workers. A bad request is answered with a reason and never reaches a
 * handler.
 *
 * <p>Source: YARN specification section 6.7.
 */
package io.koordbridge.copilot.http;
