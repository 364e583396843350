/**
 * Which applications lose their containers last: those of the configured queues, tags, types and users.
 *
 * <p>Inputs: the NodeManager's containers and, for queue, tags and type, one report of the ResourceManager for each application. Output:
 * whether an application is protected. Triggered by a look at the containers.
 *
 * <p>Source: YARN specification section 5.3.
 */
package io.koordbridge.copilot.protect;
