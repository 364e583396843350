/** The yarn-operator as its own process between a real API server and real ResourceManagers of both supported lines. */
package io.koordbridge.it.operator;
