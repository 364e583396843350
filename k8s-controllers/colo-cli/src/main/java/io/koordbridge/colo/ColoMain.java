package io.koordbridge.colo;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.apps.AppsCommand;
import io.koordbridge.colo.capacity.CapacityCommand;
import io.koordbridge.colo.completion.CompletionCommand;
import io.koordbridge.colo.config.ConfigCommand;
import io.koordbridge.colo.config.ConfigValidateCommand;
import io.koordbridge.colo.convert.ConvertCommand;
import io.koordbridge.colo.convert.ConvertSchedulerConfigCommand;
import io.koordbridge.colo.descheduler.DeschedulerCommand;
import io.koordbridge.colo.descheduler.DeschedulerPlanCommand;
import io.koordbridge.colo.drain.DrainCommand;
import io.koordbridge.colo.evictions.EvictionsCommand;
import io.koordbridge.colo.explain.ExplainCommand;
import io.koordbridge.colo.explain.ExplainNodeCommand;
import io.koordbridge.colo.explain.ExplainPodCommand;
import io.koordbridge.colo.freeze.FreezeCommand;
import io.koordbridge.colo.ledger.LedgerCheckCommand;
import io.koordbridge.colo.ledger.LedgerCommand;
import io.koordbridge.colo.migration.ExplainMigrationCommand;
import io.koordbridge.colo.nodes.NodesCommand;
import io.koordbridge.colo.page.PageCommand;
import io.koordbridge.colo.plan.PlanCommand;
import io.koordbridge.colo.preflight.PreflightCommand;
import io.koordbridge.colo.quota.QuotaCommand;
import io.koordbridge.colo.quota.QuotaExplainCommand;
import io.koordbridge.colo.quota.QuotaTreeCommand;
import io.koordbridge.colo.simulation.DiffCommand;
import io.koordbridge.colo.simulation.SimulateCommand;
import io.koordbridge.colo.status.StatusCommand;
import io.koordbridge.colo.terminal.BadAddressException;
import io.koordbridge.colo.terminal.BadTokenException;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.colo.version.VersionCommand;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of {@code bin/colo}. */
public final class ColoMain {

    private ColoMain() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine(System.getenv()).execute(args));
    }

    /** All commands; output goes to the command line's own writers. */
    public static CommandLine commandLine(Map<String, String> environment) {
        Session session = new Session(environment);
        CommandLine explain = new CommandLine(new ExplainCommand())
                .addSubcommand(new ExplainNodeCommand(session))
                .addSubcommand(new ExplainPodCommand(session))
                .addSubcommand(new ExplainMigrationCommand(session));
        CommandLine quota = new CommandLine(new QuotaCommand())
                .addSubcommand(new QuotaTreeCommand(session))
                .addSubcommand(new QuotaExplainCommand(session));
        CommandLine descheduler =
                new CommandLine(new DeschedulerCommand()).addSubcommand(new DeschedulerPlanCommand(session));
        CommandLine ledger = new CommandLine(new LedgerCommand()).addSubcommand(new LedgerCheckCommand(session));
        CommandLine config =
                new CommandLine(new ConfigCommand()).addSubcommand(new ConfigValidateCommand(session, System.in));
        CommandLine convert = new CommandLine(new ConvertCommand())
                .addSubcommand(new ConvertSchedulerConfigCommand(session, System.in));
        CommandLine colo = new CommandLine(new ColoCommand(session))
                .addSubcommand(new StatusCommand(session))
                .addSubcommand(new NodesCommand(session))
                .addSubcommand(new AppsCommand(session))
                .addSubcommand(new EvictionsCommand(session))
                .addSubcommand(new PageCommand(session))
                .addSubcommand(new CapacityCommand(session))
                .addSubcommand(explain)
                .addSubcommand(quota)
                .addSubcommand(descheduler)
                .addSubcommand(ledger)
                .addSubcommand(config)
                .addSubcommand(convert)
                .addSubcommand(new PreflightCommand(session))
                .addSubcommand(new PlanCommand(session))
                .addSubcommand(new SimulateCommand(session))
                .addSubcommand(new DiffCommand(session))
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new VersionCommand());
        DrainCommand.addTo(colo, session);
        FreezeCommand.addTo(colo, session);
        colo.setExecutionStrategy(parsed -> {
            try (session) {
                return new CommandLine.RunLast().execute(parsed);
            }
        });
        colo.setCaseInsensitiveEnumValuesAllowed(true);
        colo.setUsageHelpAutoWidth(true);
        colo.setParameterExceptionHandler((problem, args) -> hint(problem));
        colo.setExecutionExceptionHandler((problem, command, parsed) -> report(problem, command.getErr()));
        return colo;
    }

    /** What is wrong stays in sight: options and columns are only referred to; of a group its commands are named. */
    private static int hint(ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("colo: " + problem.getMessage());
        UnmatchedArgumentException.printSuggestions(problem, err);
        CommandLine.Help help = command.getHelp();
        String name = command.getCommandSpec().qualifiedName();
        if (command.getSubcommands().isEmpty()) {
            err.print(help.synopsisHeading() + help.synopsis(help.synopsisHeadingLength()));
        } else {
            err.println("Usage: " + name + " COMMAND");
            err.print(help.commandListHeading() + help.commandList());
        }
        err.println("More: " + name + " --help");
        return ExitCodes.USAGE;
    }

    private static int report(Exception problem, PrintWriter err) {
        if (problem instanceof AnswerException) {
            err.println("colo: " + problem.getMessage());
            return ExitCodes.CANNOT_REACH;
        }
        if (problem instanceof BadAddressException || problem instanceof BadTokenException) {
            err.println("colo: " + problem.getMessage());
            return ExitCodes.USAGE;
        }
        err.println("colo: this is a bug, please report it:");
        problem.printStackTrace(err);
        return ExitCodes.BUG;
    }
}
