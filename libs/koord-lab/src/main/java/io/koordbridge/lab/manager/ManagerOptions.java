package io.koordbridge.lab.manager;

import io.koordbridge.lab.process.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a replica.
 *
 * @param name of the process and of its files
 * @param directory where configuration and log go
 * @param ports application, admin, webhook
 * @param extraYaml appended to the configuration
 * @param extraJvmArguments after those that are shipped
 * @param cores which cores it may use, in the syntax of taskset; empty for all
 */
public record ManagerOptions(
        String name,
        Path kubeconfig,
        Path directory,
        List<Integer> ports,
        String extraYaml,
        List<String> extraJvmArguments,
        String cores) {

    public ManagerOptions {
        ports = List.copyOf(ports);
        extraJvmArguments = List.copyOf(extraJvmArguments);
    }

    /** A replica on free ports that elects a leader with the shipped times. */
    public static ManagerOptions of(String name, Path kubeconfig, Path directory) {
        return new ManagerOptions(name, kubeconfig, directory, FreePorts.find(3), "", List.of(), "");
    }

    /** On these ports. */
    public ManagerOptions ports(List<Integer> wanted) {
        return new ManagerOptions(name, kubeconfig, directory, wanted, extraYaml, extraJvmArguments, cores);
    }

    /** With further configuration, whole lines of YAML. */
    public ManagerOptions yaml(String more) {
        return new ManagerOptions(name, kubeconfig, directory, ports, extraYaml + more, extraJvmArguments, cores);
    }

    /** A leader that is gone is replaced sooner; one that stands still for some seconds, as on a loaded machine, still leads. */
    public ManagerOptions quickElection() {
        return yaml("leaderElection: {leaseDuration: 10s, renewDeadline: 8s, retryPeriod: 500ms}\n");
    }

    /** With further arguments of the JVM. */
    public ManagerOptions jvm(List<String> more) {
        List<String> all = new ArrayList<>(extraJvmArguments);
        all.addAll(more);
        return new ManagerOptions(name, kubeconfig, directory, ports, extraYaml, all, cores);
    }

    /** Only on these cores. */
    public ManagerOptions onCores(String wanted) {
        return new ManagerOptions(name, kubeconfig, directory, ports, extraYaml, extraJvmArguments, wanted);
    }

    String configuration() {
        return """
                webhook:
                  bindHost: 127.0.0.1
                  port: %d
                  extraHosts: ["127.0.0.1"]
                  externalHost: 127.0.0.1
                server:
                  applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
                  adminConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
                  requestLog: {appenders: []}
                logging: {level: WARN, loggers: {io.koordbridge: INFO}}
                """.formatted(ports.get(2), ports.get(0), ports.get(1)) + extraYaml;
    }
}
