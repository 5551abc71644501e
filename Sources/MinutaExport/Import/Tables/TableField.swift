/// A field of a record for which a table can have a column.
package enum TableField: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case start
  case startTime
  case date
  case end
  case endTime
  case endDate
  case duration
  case `break`
  case client
  case project
  case task
  case tag
  case tags
  case comment
  case billable
  case id
  case timeZone
  case type

  /// The letters and digits of the names that columns with this field usually have, the best first:
  /// in English, then German, French and Spanish.
  var usualNames: [String] {
    let text =
      switch self {
      case .start:
        "startutc start begin from started startedat startdatetime beginn von début inicio desde"
      case .startTime:
        "starttime begintime timestart startzeit heurededébut horadeinicio horainicio"
      case .date:
        "startdate date begindate day datum startdatum datededébut jour fecha fechadeinicio "
          + "fechainicio día"
      case .end: "endutc end stop to until finish ended endedat enddatetime ende bis fin hasta"
      case .endTime:
        "endtime stoptime finishtime timeend endzeit heuredefin horadefin horafin "
          + "horadefinalización"
      case .endDate:
        "enddate stopdate finishdate enddatum datedefin fechadefin fechafin fechadefinalización"
      case .duration:
        "seconds durationseconds duration durationh hours durationdecimal durationminutes minutes "
          + "totaltime dauer stunden durée heures duración horas"
      case .break:
        "break breaktime breakduration breakminutes breakmin breakhours pause pausen descanso"
      case .client: "client customer kunde cliente"
      case .project: "project projectname pr proj projekt projektname projet proyecto"
      case .task: "task taskname activity aufgabe tätigkeit tâche tarea"
      case .tag: "tag category sheet job kategorie catégorie categoría"
      case .tags: "tags schlagworte schlagwörter étiquettes etiquetas"
      case .comment:
        "comment description title summary text ds notes note subject what details remarks memo "
          + "kommentar beschreibung notiz notizen bemerkung bemerkungen commentaire remarques comentario "
          + "descripción notas"
      case .billable: "billable abrechenbar verrechenbar facturable"
      case .id: "id key uid uuid"
      case .timeZone:
        "timezone tz zeitzone fuseauhoraire zonahoraria utcoffset"
      // A guess would hide a column of texts.
      case .type: ""
      }
    return text.split(separator: " ").map(String.init)
  }
}
