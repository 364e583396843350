package io.koordbridge.quickstart.world;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Configuration files of our processes in this run. */
final class ProcessFiles {

    /** Ports that a run needs. */
    static final int PORTS = 6;

    private final RunDirectory directory;
    private final List<Setting> settings;
    private final int managerPort;
    private final int managerAdminPort;
    private final int webhookPort;
    private final int operatorPort;
    private final int operatorAdminPort;
    private final int koordletPort;

    ProcessFiles(RunDirectory directory, Machine machine, List<Integer> ports) {
        this.directory = directory;
        this.settings = Setting.of(machine);
        managerPort = ports.get(0);
        managerAdminPort = ports.get(1);
        webhookPort = ports.get(2);
        operatorPort = ports.get(3);
        operatorAdminPort = ports.get(4);
        koordletPort = ports.get(5);
    }

    Path koordlet() {
        return directory.write(
                "koordlet.yaml",
                Setting.yaml(settings, Setting.KOORDLET)
                        + """
                yarn:
                  socketDirectory: %1$s
                audit:
                  directory: %2$s
                admin:
                  bind: 127.0.0.1
                  port: %3$d
                """.formatted(pluginDirectory(), directory.logs().resolve("koordlet-audit"), koordletPort));
    }

    Path manager() {
        return directory.write(
                "koord-manager.yaml",
                """
                leaderElection:
                  enabled: false
                webhook:
                  bindHost: 127.0.0.1
                  port: %1$d
                  certDir: %2$s
                """.formatted(webhookPort, directory.work().resolve("certificates"))
                        + server(managerPort, managerAdminPort));
    }

    Path operator(Path hadoopConfiguration) {
        return directory.write(
                "yarn-operator.yaml",
                """
                leaderElection:
                  enabled: false
                hadoop:
                  confDir: %1$s
                """.formatted(hadoopConfiguration)
                        + Setting.yaml(settings, Setting.OPERATOR)
                        + server(operatorPort, operatorAdminPort));
    }

    private static String server(int port, int adminPort) {
        return """
                server:
                  applicationConnectors:
                    - {type: http, bindHost: 127.0.0.1, port: %1$d}
                  adminConnectors:
                    - {type: http, bindHost: 127.0.0.1, port: %2$d}
                  maxThreads: 24
                  minThreads: 4
                  requestLog:
                    appenders: []
                logging:
                  level: INFO
                  loggers:
                    io.fabric8: WARN
                  appenders:
                    - {type: console, timeZone: UTC}
                """.formatted(port, adminPort);
    }

    Path pluginDirectory() {
        return directory.work().resolve("yarn-copilot");
    }

    URI operatorUri() {
        return URI.create("http://127.0.0.1:" + operatorPort);
    }

    URI managerUri() {
        return URI.create("http://127.0.0.1:" + managerPort);
    }
}
